/** A cross-encoder that is known by name. */
export interface CatalogueReranker {
	readonly name: string;
	readonly summary: string;
	readonly license: string;
	/** `<owner>/<name>` on the hub, where its ONNX files are. */
	readonly repository: string;
	/** Tokens of query and document together, as its makers use it. */
	readonly maxTokens: number;
}

/**
 * The cross-encoders by name. All have one label, and their ONNX files give its logit. Their files are those that the
 * repository has when they are fetched: the hashes go into the id of the scores and into the manifest.
 *
 * Windows are those of the model cards: bge-reranker-v2-m3 reads 8,192 tokens and was trained on 1,024, which its makers
 * advise; the others are cut where their position table ends.
 */
export const RERANKERS: readonly CatalogueReranker[] = [
	{
		name: 'ms-marco-MiniLM-L-6-v2',
		summary: 'English, 22 M parameters, trained on MS MARCO',
		license: 'Apache-2.0',
		repository: 'Xenova/ms-marco-MiniLM-L-6-v2',
		maxTokens: 512,
	},
	{
		name: 'bge-reranker-base',
		summary: 'English and Chinese, 278 M parameters',
		license: 'MIT',
		repository: 'Xenova/bge-reranker-base',
		maxTokens: 512,
	},
	{
		name: 'bge-reranker-v2-m3',
		summary: 'many languages, 568 M parameters',
		license: 'Apache-2.0',
		repository: 'onnx-community/bge-reranker-v2-m3-ONNX',
		maxTokens: 1024,
	},
	{
		name: 'mxbai-rerank-xsmall-v1',
		summary: 'English, 71 M parameters',
		license: 'Apache-2.0',
		repository: 'mixedbread-ai/mxbai-rerank-xsmall-v1',
		maxTokens: 512,
	},
	{
		name: 'mxbai-rerank-base-v1',
		summary: 'English, 184 M parameters',
		license: 'Apache-2.0',
		repository: 'mixedbread-ai/mxbai-rerank-base-v1',
		maxTokens: 512,
	},
	{
		name: 'jina-reranker-v1-tiny-en',
		summary: 'English, 33 M parameters, long documents',
		license: 'Apache-2.0',
		repository: 'jinaai/jina-reranker-v1-tiny-en',
		maxTokens: 8192,
	},
	{
		name: 'jina-reranker-v1-turbo-en',
		summary: 'English, 38 M parameters, long documents',
		license: 'Apache-2.0',
		repository: 'jinaai/jina-reranker-v1-turbo-en',
		maxTokens: 8192,
	},
];

/**
 * The window that a hub repository's model is used with, where it or the model that it was converted from is known here.
 */
export function windowOf(repository: string): number | undefined {
	const name = nameOf(repository);
	return RERANKERS.find((known) => nameOf(known.repository) === name)?.maxTokens;
}

function nameOf(repository: string): string {
	return (repository.split('/')[1] ?? '').toLowerCase().replace(/-onnx$/, '');
}
