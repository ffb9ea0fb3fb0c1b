import { own } from '../../harness/names.ts';
import { COHERE_SERVICE } from '../hosted/services.ts';
import { DTYPE_OPTION, HOSTED_OPTIONS, type HostedSpec, requireDims } from './hosted/hosted-spec.ts';
import { hostedProvider } from './hosted/provider.ts';
import { listOf } from './hosted/vectors.ts';

const OPTIONS = { ...HOSTED_OPTIONS, dtype: DTYPE_OPTION };

/** Cohere's models: length of vectors, window, and whether `output_dimension` shortens them. */
const KNOWN: Readonly<Record<string, { readonly dims: number; readonly window: number }>> = {
	'embed-v4.0': { dims: 1536, window: 128_000 },
	'embed-english-v3.0': { dims: 1024, window: 512 },
	'embed-multilingual-v3.0': { dims: 1024, window: 512 },
	'embed-english-light-v3.0': { dims: 384, window: 512 },
	'embed-multilingual-light-v3.0': { dims: 384, window: 512 },
};

/** Its words for our number types; of the packed ones the unsigned, whose bits mean what they say. */
const TYPES = { float: 'float', int8: 'int8', binary: 'ubinary' } as const;

function windowOf({ model }: HostedSpec<typeof OPTIONS>): number | undefined {
	return own(KNOWN, model)?.window;
}

/**
 * `cohere:<model>`: Cohere's embed API, version 2, with COHERE_API_KEY (or CO_API_KEY). At most 96 texts a request. It
 * cuts long texts at their end.
 */
export const cohere = hostedProvider({
	name: 'cohere',
	summary: 'Cohere (v2): cohere:<model>?dims=<n>&dtype=int8',
	example: 'cohere:embed-v4.0?dims=512',
	options: OPTIONS,
	service: COHERE_SERVICE,
	window: windowOf,
	check: ({ model, owner, values }) => void requireDims(owner, values.dims, own(KNOWN, model)?.dims),
	open(spec) {
		const { model, owner, values } = spec;
		const type = TYPES[values.dtype];
		return {
			identity: [`dtype=${values.dtype}`],
			dimensions: requireDims(owner, values.dims, own(KNOWN, model)?.dims),
			vectorType: values.dtype,
			window: windowOf(spec),
			limits: { texts: 96, tokens: Number.POSITIVE_INFINITY },
			question: (texts, role) => ({
				path: 'embed',
				subject: model,
				body: {
					model,
					texts,
					input_type: role === 'query' ? 'search_query' : 'search_document',
					embedding_types: [type],
					...(values.dims > 0 ? { output_dimension: values.dims } : {}),
					truncate: 'END',
				},
			}),
			read(answer) {
				const { embeddings, meta } = (answer ?? {}) as {
					embeddings?: Readonly<Record<string, unknown>>;
					meta?: { billed_units?: { input_tokens?: number } };
				};
				const tokens = meta?.billed_units?.input_tokens;
				return { vectors: listOf(embeddings?.[type]), ...(tokens === undefined ? {} : { tokens }) };
			},
		};
	},
});
