import { BenchError } from '../../harness/errors.ts';
import { own } from '../../harness/names.ts';
import { option } from '../../harness/options.ts';
import { JINA_SERVICE } from '../hosted/services.ts';
import { HOSTED_OPTIONS, type HostedSpec, requireDims } from './hosted/hosted-spec.ts';
import { hostedProvider } from './hosted/provider.ts';
import { readIndexed } from './hosted/vectors.ts';

const OPTIONS = {
	...HOSTED_OPTIONS,
	dtype: option.choice('float', ['float', 'binary'], 'numbers of the vectors: float, or binary (a 32nd of the size)'),
};

/** Jina's models: length of vectors, window, and whether they have a task for queries and one for passages. */
const KNOWN: Readonly<Record<string, { readonly dims: number; readonly window: number; readonly tasks: boolean }>> = {
	'jina-embeddings-v4': { dims: 2048, window: 32_768, tasks: true },
	'jina-embeddings-v3': { dims: 1024, window: 8192, tasks: true },
	'jina-embeddings-v2-base-en': { dims: 768, window: 8192, tasks: false },
	'jina-embeddings-v2-small-en': { dims: 512, window: 8192, tasks: false },
};

function windowOf({ model }: HostedSpec<typeof OPTIONS>): number | undefined {
	return own(KNOWN, model)?.window;
}

/** `jina:<model>`: Jina AI, with JINA_API_KEY. At most 512 texts a request; it is told to cut long ones. */
export const jina = hostedProvider({
	name: 'jina',
	summary: 'Jina AI: jina:<model>?dims=<n>&dtype=binary',
	example: 'jina:jina-embeddings-v3?dims=256',
	options: OPTIONS,
	service: JINA_SERVICE,
	window: windowOf,
	check({ model, owner, values }) {
		requireDims(owner, values.dims, own(KNOWN, model)?.dims);
		if (values.dims > 0 && own(KNOWN, model)?.tasks === false && values.dims !== own(KNOWN, model)?.dims)
			throw new BenchError(
				'usage',
				`${owner}: its vectors have ${own(KNOWN, model)?.dims} dimensions and no shorter form`,
				{
					hint: 'Leave dims out, or take jina:jina-embeddings-v3.',
				},
			);
	},
	open(spec) {
		const { model, owner, values } = spec;
		const tasks = own(KNOWN, model)?.tasks !== false;
		return {
			identity: [`dtype=${values.dtype}`],
			dimensions: requireDims(owner, values.dims, own(KNOWN, model)?.dims),
			vectorType: values.dtype,
			window: windowOf(spec),
			limits: { texts: 512, tokens: 100_000 },
			question: (texts, role) => ({
				path: 'embeddings',
				subject: model,
				body: {
					model,
					input: texts,
					...(tasks ? { task: role === 'query' ? 'retrieval.query' : 'retrieval.passage' } : {}),
					...(values.dims > 0 && tasks ? { dimensions: values.dims } : {}),
					embedding_type: values.dtype === 'binary' ? 'ubinary' : 'float',
					truncate: true,
				},
			}),
			read: readIndexed,
		};
	},
});
