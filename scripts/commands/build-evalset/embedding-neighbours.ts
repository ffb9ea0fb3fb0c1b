import type { Doc, IndexContext } from '../../../harness/contract.ts';
import type { Neighbours } from '../../../harness/labels/evalset/neighbours.ts';
import { documentText, embeddable } from '../../../retrievers/dense/document-text.ts';
import { searchMatrix, vectorSearch } from '../../../retrievers/dense/vector-search.ts';
import type { TextEmbedder } from '../../../retrievers/embedders/embedding.ts';
import { openCached } from '../../../retrievers/embedders/open-cached.ts';

/**
 * Near by the cosine of embeddings, taken from the vector cache and the dataset's pack where they have them. A document
 * without text is near to none, and no sensitive one is embedded.
 *
 * @throws BenchError `model` or `network` where vectors are missing and the model can't be had
 */
export async function embeddingNeighbours(
	corpus: readonly Doc[],
	embedder: TextEmbedder,
	context: IndexContext,
	count: number,
): Promise<Neighbours> {
	const cached = openCached(embedder, context);
	try {
		const textOf = documentText('content');
		const docs = embeddable(corpus, textOf);
		const vectors = await cached.embed(docs.map(textOf), 'document', context);
		const search = vectorSearch(searchMatrix(vectors, embedder.dimensions), docs.length);
		const rowOf = new Map(docs.map((doc, row) => [doc, row]));
		const docIndexOf = new Map(corpus.map((doc, docIndex) => [doc, docIndex]));
		const known = new Map<number, ReadonlySet<number>>();
		return {
			by: embedder.id,
			count,
			near(docIndex) {
				const before = known.get(docIndex);
				if (before !== undefined) return before;
				const row = rowOf.get(corpus[docIndex] as Doc);
				const vector = row === undefined ? undefined : vectors[row]?.vector;
				const found = vector === undefined ? [] : [...search.search(vector, count + 1).docs];
				const others = found
					.map((other) => docIndexOf.get(docs[other] as Doc) as number)
					.filter((other) => other !== docIndex);
				const near = new Set(others.slice(0, count));
				known.set(docIndex, near);
				return near;
			},
		};
	} finally {
		cached.close();
	}
}
