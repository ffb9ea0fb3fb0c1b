import type { EmbedRole } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { ask } from '../hosted/ask.ts';
import { HOSTED_OPTIONS, PREFIX_OPTIONS } from './hosted/hosted-spec.ts';
import { hostedProvider } from './hosted/provider.ts';
import { listOf } from './hosted/vectors.ts';

/** The number behind a key of `model_info`, which begins with the name of the architecture: `bert.context_length`. */
function sizeOf(info: Readonly<Record<string, unknown>>, key: string): number | undefined {
	const found = Object.entries(info).find(([name]) => name.endsWith(`.${key}`))?.[1];
	return typeof found === 'number' && found > 0 ? found : undefined;
}

/**
 * `ollama:<model>`: a server of Ollama at OLLAMA_BASE_URL. The server says length, window and digest of the model; the
 * digest goes into the id. It cuts long texts.
 */
export const ollama = hostedProvider({
	name: 'ollama',
	summary: 'an Ollama server at OLLAMA_BASE_URL: ollama:<model>',
	example: 'ollama:nomic-embed-text?query_prefix=search_query: ',
	options: { ...HOSTED_OPTIONS, ...PREFIX_OPTIONS },
	service: {
		baseVariable: 'OLLAMA_BASE_URL',
		keyVariables: ['OLLAMA_API_KEY'],
		keyHeader: 'authorization',
		example: 'http://localhost:11434',
	},
	window: () => undefined,
	async open({ model, owner, values }, service) {
		const shown = (await ask(service, { path: 'api/show', subject: model, body: { model } })) as
			| { model_info?: Readonly<Record<string, unknown>> }
			| undefined;
		const tags = (await ask(service, { path: 'api/tags', subject: model })) as { models?: unknown } | undefined;
		const named = listOf(tags?.models) as readonly ({ readonly name?: unknown; readonly digest?: unknown } | null)[];
		const digest = named.find((one) => one?.name === model || one?.name === `${model}:latest`)?.digest;
		const info = shown?.model_info ?? {};
		const width = sizeOf(info, 'embedding_length');
		const dimensions = values.dims > 0 ? values.dims : width;
		if (typeof digest !== 'string' || dimensions === undefined)
			throw new BenchError('model', `${owner}: ${service.base.host} does not say what this model is`, {
				hint: 'It needs a digest and the length of its vectors (/api/tags, /api/show); is it an embedding model?',
			});
		const prefixes: Readonly<Record<EmbedRole, string>> = {
			query: values.query_prefix,
			document: values.document_prefix,
		};
		return {
			identity: [
				`weights=${digest}`,
				`query_prefix=${JSON.stringify(prefixes.query)}`,
				`document_prefix=${JSON.stringify(prefixes.document)}`,
			],
			prefixes,
			dimensions,
			vectorType: 'float',
			window: sizeOf(info, 'context_length'),
			limits: { texts: 64, tokens: Number.POSITIVE_INFINITY },
			question: (texts) => ({
				path: 'api/embed',
				subject: model,
				body: {
					model,
					input: texts,
					truncate: true,
					...(values.dims > 0 ? { dimensions: values.dims } : {}),
				},
			}),
			read(answer) {
				const { embeddings, prompt_eval_count: tokens } = (answer ?? {}) as {
					embeddings?: unknown;
					prompt_eval_count?: number;
				};
				return { vectors: listOf(embeddings), ...(tokens === undefined ? {} : { tokens }) };
			},
		};
	},
});
