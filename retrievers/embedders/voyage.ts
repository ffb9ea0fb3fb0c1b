import { own } from '../../harness/names.ts';
import { option } from '../../harness/options.ts';
import { VOYAGE_SERVICE } from '../hosted/services.ts';
import { DTYPE_OPTION, HOSTED_OPTIONS, type HostedSpec, requireDims } from './hosted/hosted-spec.ts';
import { hostedProvider } from './hosted/provider.ts';
import { readIndexed } from './hosted/vectors.ts';

const OPTIONS = {
	...HOSTED_OPTIONS,
	dtype: DTYPE_OPTION,
	input_type: option.choice(
		'role',
		['role', 'none'],
		'role: queries and documents are embedded as such; none: both alike',
	),
};

interface VoyageModel {
	readonly dims: number;
	readonly window: number;
	/** Tokens of one request. */
	readonly tokens: number;
}

/** Voyage's text models: length of vectors, window, and tokens a request, as documented. */
const KNOWN: Readonly<Record<string, VoyageModel>> = {
	'voyage-4-large': { dims: 1024, window: 32_000, tokens: 120_000 },
	'voyage-4': { dims: 1024, window: 32_000, tokens: 320_000 },
	'voyage-4-lite': { dims: 1024, window: 32_000, tokens: 1_000_000 },
	'voyage-3-large': { dims: 1024, window: 32_000, tokens: 120_000 },
	'voyage-3.5': { dims: 1024, window: 32_000, tokens: 320_000 },
	'voyage-3.5-lite': { dims: 1024, window: 32_000, tokens: 1_000_000 },
	'voyage-3': { dims: 1024, window: 32_000, tokens: 120_000 },
	'voyage-3-lite': { dims: 512, window: 32_000, tokens: 120_000 },
	'voyage-code-3': { dims: 1024, window: 32_000, tokens: 120_000 },
	'voyage-finance-2': { dims: 1024, window: 32_000, tokens: 120_000 },
	'voyage-law-2': { dims: 1024, window: 16_000, tokens: 120_000 },
};

/** For a model that is not listed: the smallest limit of any. */
const LEAST_TOKENS = 120_000;

function windowOf({ model }: HostedSpec<typeof OPTIONS>): number | undefined {
	return own(KNOWN, model)?.window;
}

/**
 * `voyage:<model>`: Voyage AI, with VOYAGE_API_KEY. At most 1,000 texts and 120,000 to 1,000,000 tokens a request, by
 * model. It cuts long texts itself.
 */
export const voyage = hostedProvider({
	name: 'voyage',
	summary: 'Voyage AI: voyage:<model>?dims=<n>&dtype=int8',
	example: 'voyage:voyage-3.5?dims=512&dtype=int8',
	options: OPTIONS,
	service: VOYAGE_SERVICE,
	window: windowOf,
	check: ({ model, owner, values }) => void requireDims(owner, values.dims, own(KNOWN, model)?.dims),
	open(spec) {
		const { model, owner, values } = spec;
		const dimensions = requireDims(owner, values.dims, own(KNOWN, model)?.dims);
		return {
			identity: [`input_type=${values.input_type}`, `dtype=${values.dtype}`],
			dimensions,
			vectorType: values.dtype,
			window: windowOf(spec),
			limits: { texts: 1000, tokens: own(KNOWN, model)?.tokens ?? LEAST_TOKENS },
			question: (texts, role) => ({
				path: 'embeddings',
				subject: model,
				body: {
					model,
					input: texts,
					...(values.input_type === 'none' ? {} : { input_type: role }),
					truncation: true,
					...(values.dims > 0 ? { output_dimension: values.dims } : {}),
					// Of the two packed forms the unsigned one: its bits mean what they say.
					output_dtype: values.dtype === 'binary' ? 'ubinary' : values.dtype,
				},
			}),
			read: readIndexed,
		};
	},
});
