import type { EmbedRole } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { ask } from '../hosted/ask.ts';
import { TEI_SERVICE } from '../hosted/services.ts';
import { HOSTED_OPTIONS, PREFIX_OPTIONS, requireDims } from './hosted/hosted-spec.ts';
import { hostedProvider } from './hosted/provider.ts';
import { listOf } from './hosted/vectors.ts';

/** The part of `/info` that is used. */
interface Info {
	readonly model_id?: string;
	readonly model_sha?: string | null;
	readonly model_dtype?: string;
	readonly max_input_length?: number;
	readonly max_batch_tokens?: number;
	readonly max_client_batch_size?: number;
	readonly model_type?: { readonly embedding?: { readonly pooling?: string } };
}

/**
 * `tei:<model>?dims=<n>`: a text-embeddings-inference server at TEI_BASE_URL (TEI_API_KEY where it wants one). The server
 * says what it runs, and that goes into the id; another model than the one that was named is an error. It counts tokens
 * itself.
 */
export const tei = hostedProvider({
	name: 'tei',
	summary: 'a text-embeddings-inference server at TEI_BASE_URL: tei:<model>?dims=<n>',
	example: 'tei:BAAI/bge-base-en-v1.5?dims=768',
	options: { ...HOSTED_OPTIONS, ...PREFIX_OPTIONS },
	service: TEI_SERVICE,
	window: () => undefined,
	check: ({ owner, values }) => void requireDims(owner, values.dims, undefined),
	async open({ model, owner, values }, service) {
		const info = ((await ask(service, { path: 'info', subject: model })) ?? {}) as Info;
		if (info.model_id !== model)
			throw new BenchError('config', `${owner}: ${service.base.host} does not run this model`, {
				hint: `It runs ${info.model_id ?? 'nothing that it names'}: write tei:${info.model_id ?? '<model>'}.`,
			});
		const prefixes: Readonly<Record<EmbedRole, string>> = {
			query: values.query_prefix,
			document: values.document_prefix,
		};
		return {
			identity: [
				`weights=${info.model_sha ?? 'unknown'}`,
				`dtype=${info.model_dtype ?? 'unknown'}`,
				`pooling=${info.model_type?.embedding?.pooling ?? 'unknown'}`,
				`query_prefix=${JSON.stringify(prefixes.query)}`,
				`document_prefix=${JSON.stringify(prefixes.document)}`,
				`max_tokens=${info.max_input_length ?? 'unknown'}`,
			],
			prefixes,
			dimensions: values.dims,
			vectorType: 'float',
			window: info.max_input_length,
			limits: { texts: info.max_client_batch_size ?? 32, tokens: info.max_batch_tokens ?? Number.POSITIVE_INFINITY },
			question: (texts) => ({
				path: 'embed',
				subject: model,
				body: { inputs: texts, truncate: true, normalize: true },
			}),
			read: (answer) => ({ vectors: listOf(answer) }),
			async count(text) {
				const body = { inputs: [text], add_special_tokens: true };
				const [tokens] = listOf(await ask(service, { path: 'tokenize', subject: model, body }));
				return Array.isArray(tokens) ? tokens.length : undefined;
			},
		};
	},
});
