import { own } from '../../harness/names.ts';
import { HOSTED_OPTIONS, type HostedSpec, requireDims } from './hosted/hosted-spec.ts';
import { hostedProvider } from './hosted/provider.ts';
import { listOf } from './hosted/vectors.ts';

/** Gemini's models: length of vectors and window. */
const KNOWN: Readonly<Record<string, { readonly dims: number; readonly window: number }>> = {
	'gemini-embedding-001': { dims: 3072, window: 2048 },
	'text-embedding-004': { dims: 768, window: 2048 },
};

function windowOf({ model }: HostedSpec<typeof HOSTED_OPTIONS>): number | undefined {
	return own(KNOWN, model)?.window;
}

/**
 * `gemini:<model>`: the Gemini API's batchEmbedContents, with GEMINI_API_KEY (or GOOGLE_API_KEY), which goes in a header
 * and not in the address. At most 100 texts a request. It cuts long texts without a word, and answers without a count,
 * so that the number of cut documents is unknown where a document may be too long.
 */
export const gemini = hostedProvider({
	name: 'gemini',
	summary: 'the Gemini API: gemini:<model>?dims=<n>',
	example: 'gemini:gemini-embedding-001?dims=768',
	options: HOSTED_OPTIONS,
	service: {
		base: 'https://generativelanguage.googleapis.com/v1beta',
		baseVariable: 'GEMINI_BASE_URL',
		keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
		keyHeader: 'x-goog-api-key',
		example: 'http://localhost:8080/v1beta',
	},
	window: windowOf,
	check: ({ model, owner, values }) => void requireDims(owner, values.dims, own(KNOWN, model)?.dims),
	open(spec) {
		const { model, owner, values } = spec;
		const name = `models/${model}`;
		return {
			identity: [],
			dimensions: requireDims(owner, values.dims, own(KNOWN, model)?.dims),
			vectorType: 'float',
			window: windowOf(spec),
			limits: { texts: 100, tokens: Number.POSITIVE_INFINITY },
			question: (texts, role) => ({
				// Relative, and yet with a colon: without the dot it would be taken for a scheme.
				path: `./${name}:batchEmbedContents`,
				subject: model,
				body: {
					requests: texts.map((text) => ({
						model: name,
						content: { parts: [{ text }] },
						taskType: role === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT',
						...(values.dims > 0 ? { outputDimensionality: values.dims } : {}),
					})),
				},
			}),
			read: (answer) => ({
				vectors: listOf((answer as { embeddings?: unknown } | undefined)?.embeddings).map(
					(entry) => (entry as { values?: unknown } | null)?.values,
				),
			}),
		};
	},
});
