import type { EmbedRole } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import type { CountedVector, EmbedderContext, TextEmbedder } from './embedding.ts';
import { embeddingRequest } from './openai-request.ts';
import { normalised } from './pooling.ts';
import { badOption, specOptions, wholeOption } from './spec-options.ts';

const KEYS = ['dimensions', 'query_prefix', 'document_prefix'] as const;
const EXAMPLE = 'For example openai:text-embedding-3-small?dimensions=1536';

/**
 * `openai:<model>?dimensions=<n>`: any server with an OpenAI-compatible `/embeddings`, at OPENAI_BASE_URL, with
 * OPENAI_API_KEY where it wants one. Texts leave this machine for that server, which is said; sensitive documents never
 * do. What weights the server runs can't be known, so they are in no id: clear the cache when they change.
 */
export async function openOpenAi(spec: string, context: EmbedderContext): Promise<TextEmbedder> {
	const question = spec.indexOf('?');
	const model = question < 0 ? spec : spec.slice(0, question);
	const owner = `openai:${model}`;
	if (model === '') throw new BenchError('usage', 'openai: names no model', { hint: EXAMPLE });
	const set = specOptions(question < 0 ? '' : spec.slice(question + 1), KEYS, owner, EXAMPLE);
	const dimensions = requiredDimensions(wholeOption(set, 'dimensions', owner, EXAMPLE), owner);
	const prefixes: Readonly<Record<EmbedRole, string>> = {
		query: set.get('query_prefix') ?? '',
		document: set.get('document_prefix') ?? '',
	};
	const server = serverAddress(owner);

	let said = false;
	async function embedCounted(texts: readonly string[], role: EmbedRole): Promise<readonly CountedVector[]> {
		if (texts.length === 0) return [];
		if (!said) context.note(`texts are sent to ${server.host}`);
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

/** The id has to be known before the first request. */
function requiredDimensions(given: number | undefined, owner: string): number {
	if (given === undefined) throw badOption(owner, 'dimensions', '', 'the length of its vectors', EXAMPLE);
	return given;
}

function serverAddress(owner: string): URL {
	const base = process.env.OPENAI_BASE_URL;
	if (base !== undefined && URL.canParse(base)) return new URL(base.endsWith('/') ? base : `${base}/`);
	throw new BenchError(
		'config',
		base === undefined ? `${owner}: OPENAI_BASE_URL is not set` : `OPENAI_BASE_URL is no address: ${base}`,
		{ hint: 'Set it to the server whose /embeddings is to be used, for example http://localhost:11434/v1.' },
	);
}
