import type { EmbedRole } from '../../harness/contract.ts';
import { own } from '../../harness/names.ts';
import { option } from '../../harness/options.ts';
import { HOSTED_OPTIONS, type HostedSpec, PREFIX_OPTIONS, requireDims } from './hosted/hosted-spec.ts';
import { hostedProvider } from './hosted/provider.ts';
import { readIndexed } from './hosted/vectors.ts';

const OPTIONS = {
	...HOSTED_OPTIONS,
	...PREFIX_OPTIONS,
	max_tokens: option.integer(0, { min: 1, also: [0], help: 'tokens that the model reads; 0: as documented, if it is' }),
	encoding: option.choice(
		'base64',
		['base64', 'float'],
		'how the server sends vectors: base64 is a third of the bytes',
	),
};

/** OpenAI's own models; `shortens`: whether it takes `dimensions`. */
const KNOWN: Readonly<Record<string, { readonly dims: number; readonly shortens: boolean }>> = {
	'text-embedding-3-small': { dims: 1536, shortens: true },
	'text-embedding-3-large': { dims: 3072, shortens: true },
	'text-embedding-ada-002': { dims: 1536, shortens: false },
};

/** 8,192 tokens a text, for each of its models. */
const WINDOW = 8192;

function windowOf({ model, values }: HostedSpec<typeof OPTIONS>): number | undefined {
	if (values.max_tokens > 0) return values.max_tokens;
	return Object.hasOwn(KNOWN, model) ? WINDOW : undefined;
}

/**
 * `openai:<model>`: OpenAI, with OPENAI_API_KEY, or any server with an OpenAI-compatible `/embeddings` at
 * OPENAI_BASE_URL. At most 2,048 texts and 300,000 tokens a request, as OpenAI documents it. It refuses texts over
 * 8,192 tokens, so those are cut here, and counted.
 */
export const openai = hostedProvider({
	name: 'openai',
	summary: 'OpenAI, or a server with an OpenAI-compatible /embeddings: openai:<model>?dims=<n>',
	example: 'openai:text-embedding-3-small?dims=512',
	options: OPTIONS,
	service: {
		base: 'https://api.openai.com/v1',
		baseVariable: 'OPENAI_BASE_URL',
		keyVariables: ['OPENAI_API_KEY'],
		keyHeader: 'authorization',
		example: 'http://localhost:11434/v1',
	},
	window: windowOf,
	check: ({ model, owner, values }) => void requireDims(owner, values.dims, own(KNOWN, model)?.dims),
	open(spec) {
		const { model, owner, values } = spec;
		const prefixes: Readonly<Record<EmbedRole, string>> = {
			query: values.query_prefix,
			document: values.document_prefix,
		};
		const dimensions = requireDims(owner, values.dims, own(KNOWN, model)?.dims);
		const shortens = own(KNOWN, model)?.shortens !== false;
		return {
			identity: [
				`query_prefix=${JSON.stringify(prefixes.query)}`,
				`document_prefix=${JSON.stringify(prefixes.document)}`,
			],
			prefixes,
			dimensions,
			vectorType: 'float',
			window: windowOf(spec),
			limits: { texts: 2048, tokens: 300_000 },
			question: (texts) => ({
				path: 'embeddings',
				subject: model,
				body: {
					model,
					input: texts,
					...(shortens ? { dimensions } : {}),
					encoding_format: values.encoding,
				},
			}),
			read: readIndexed,
		};
	},
});
