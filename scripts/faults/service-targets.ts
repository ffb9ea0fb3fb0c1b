import { CANARY_KEY } from './trial.ts';

/** A command that asks a service, and how it is told where that is. */
export interface ServiceTarget {
	readonly name: string;
	args(url: string): readonly string[];
	environment(url: string): NodeJS.ProcessEnv;
	/** It can be told to wait for a second only. */
	readonly brief?: boolean;
	/** Faults that are answers to it: nothing is wrong with them. */
	readonly fine?: readonly string[];
}

const RUN = ['run', '--out', 'made', '--yes'];
const dense =
	(spec: string): (() => readonly string[]) =>
	() => [...RUN, '--retriever', 'dense', '--embedder', spec];
const llm = (url: string): readonly string[] => [
	...['--llm-url', `${url}/v1`, '--llm-model', 'm', '--llm-timeout', '1', '--llm-retries', '1'],
];

function embedder(provider: string, spec: string, variable: string, path: string): ServiceTarget {
	return {
		name: provider,
		args: dense(spec),
		environment: (url) => ({ [`${variable}_BASE_URL`]: `${url}${path}`, [`${variable}_API_KEY`]: CANARY_KEY }),
	};
}

const MODEL_KEY = { BENCH_LLM_KEY: CANARY_KEY };

export const SERVICE_TARGETS: readonly ServiceTarget[] = [
	{
		name: 'judge',
		args: (url) => ['judge', 'pool.jsonl', '--llm', ...llm(url)],
		environment: () => MODEL_KEY,
		brief: true,
	},
	{ name: 'extract', args: (url) => ['extract', ...llm(url)], environment: () => MODEL_KEY, brief: true },
	{
		name: 'build-evalset',
		args: (url) => [
			'build-evalset',
			'--out',
			'made',
			'--near-by',
			'words',
			'--exact',
			'0',
			'--multihop',
			'0',
			...llm(url),
		],
		environment: () => MODEL_KEY,
		brief: true,
	},
	embedder('openai', 'openai:m?dims=3', 'OPENAI', '/v1'),
	embedder('voyage', 'voyage:m?dims=3', 'VOYAGE', '/v1'),
	embedder('jina', 'jina:m?dims=3', 'JINA', '/v1'),
	embedder('cohere', 'cohere:m?dims=3', 'COHERE', '/v2'),
	embedder('gemini', 'gemini:m?dims=3', 'GEMINI', '/v1beta'),
	embedder('ollama', 'ollama:m', 'OLLAMA', ''),
	embedder('tei', 'tei:m?dims=3', 'TEI', ''),
	{
		name: 'http',
		args: (url) => [...RUN, '--retriever', url, '--set', 'header.authorization=env:OUTSIDE_TOKEN', '--timeout', '1'],
		environment: () => ({ OUTSIDE_TOKEN: `Bearer ${CANARY_KEY}` }),
		brief: true,
	},
	{
		name: 'chroma',
		args: (url) => [
			...RUN,
			'--retriever',
			'chroma',
			'--set',
			`url=${url}`,
			'--set',
			'timeout=10',
			'--embedder',
			'openai:m?dims=8',
		],
		environment: () => ({}),
	},
	{
		name: 'hub',
		args: () => ['model', 'fetch', 'bge-small-en-v1.5', '--from', 'hub', '--cache-dir', 'models-here'],
		environment: (url) => ({ HF_ENDPOINT: url }),
	},
];
