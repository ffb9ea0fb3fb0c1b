import type { Doc, IndexContext, JsonObject } from '../../harness/contract.ts';
import { embeddable } from '../dense/document-text.ts';
import { openEmbedder } from '../embedders/index.ts';
import { openCached } from '../embedders/open-cached.ts';

/** Vectors for services that search by them and make none. */
export interface Vectors {
	readonly dimensions: number;
	/** By docIndex; undefined for empty and sensitive documents. */
	ofDocuments(corpus: readonly Doc[]): Promise<readonly (readonly number[] | undefined)[]>;
	/** undefined for a query without text. */
	ofQuery(text: string): Promise<readonly number[] | undefined>;
	facts(): JsonObject;
	close(): void;
}

export async function openVectors(spec: string, context: IndexContext): Promise<Vectors> {
	const embedder = await openEmbedder(spec, context);
	const cached = openCached(embedder, context);
	return {
		dimensions: embedder.dimensions,
		ofDocuments: async (corpus) => {
			const docs = embeddable(corpus, ({ content }) => content);
			const vectors = await cached.embed(
				docs.map(({ content }) => content),
				'document',
				context,
			);
			const byId = new Map(docs.map(({ id }, i) => [id, Array.from(vectors[i]?.vector ?? [])]));
			return corpus.map(({ id }) => byId.get(id));
		},
		ofQuery: async (text) => {
			if (text.trim() === '') return undefined;
			const [first] = await cached.embed([text], 'query', context);
			return Array.from(first?.vector ?? []);
		},
		facts: () => ({ embedder: embedder.id, weights_sha256: embedder.weightsHash ?? null }),
		close: () => cached.close(),
	};
}
