import type { EmbedRole } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { isOpenNetwork, readServiceAddress } from '../../harness/service.ts';
import type { CountedVector, EmbedderContext, TextEmbedder } from './embedding.ts';
import { embeddingRequest } from './openai-request.ts';
import { parseOpenAiSpec } from './openai-spec.ts';
import { normalised } from './pooling.ts';

/**
 * `openai:<model>?dimensions=<n>`: any server with an OpenAI-compatible `/embeddings`, at OPENAI_BASE_URL, with
 * OPENAI_API_KEY where it wants one. Texts leave this machine for that server, which is said; sensitive documents never
 * do. What weights the server runs can't be known, so they are in no id: clear the cache when they change.
 */
export async function openOpenAi(spec: string, context: EmbedderContext): Promise<TextEmbedder> {
	const { model, owner, dimensions, queryPrefix, documentPrefix } = parseOpenAiSpec(spec);
	const prefixes: Readonly<Record<EmbedRole, string>> = { query: queryPrefix, document: documentPrefix };
	const server = serverAddress(owner);

	let said = false;
	async function embedCounted(texts: readonly string[], role: EmbedRole): Promise<readonly CountedVector[]> {
		if (texts.length === 0) return [];
		if (!said)
			context.note(
				`texts are sent to ${server.host}${isOpenNetwork(server) ? ', unencrypted (http), with the key' : ''}`,
			);
		said = true;
		const input = texts.map((text) => prefixes[role] + text);
		const vectors = await embeddingRequest(server, { model, input, dimensions });
		return vectors.map((vector) => ({ vector: normalised(vector), tokens: -1 }));
	}

	return {
		id: [
			owner,
			`server=${server.host}${server.pathname}`,
			`query_prefix=${JSON.stringify(prefixes.query)}`,
			`document_prefix=${JSON.stringify(prefixes.document)}`,
			`dimensions=${dimensions}`,
		].join(' '),
		dimensions,
		embedCounted,
		embed: async (texts, role) => (await embedCounted(texts, role)).map(({ vector }) => vector),
		load: async () => undefined,
	};
}

function serverAddress(owner: string): URL {
	const base = process.env.OPENAI_BASE_URL;
	const example = 'http://localhost:11434/v1';
	if (base === undefined)
		throw new BenchError('config', `${owner}: OPENAI_BASE_URL is not set`, {
			hint: `Set it to the server whose /embeddings is to be used, for example ${example}.`,
		});
	const keys = ['OPENAI_API_KEY'];
	const url = readServiceAddress(base, { name: 'OPENAI_BASE_URL', code: 'config', keys, example });
	return new URL(url.href.endsWith('/') ? url.href : `${url.href}/`);
}
