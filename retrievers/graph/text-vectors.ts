import type { IndexContext, RetrieveContext } from '../../harness/contract.ts';
import { matrixOf } from '../dense/vector-search.ts';
import { openEmbedder } from '../embedders/index.ts';
import { openCached } from '../embedders/open-cached.ts';

/** Vectors of the graph's own texts (concepts and facts) and of what queries say, through the cache. */
export interface TextVectors {
	readonly id: string;
	readonly weightsHash: string | undefined;
	readonly dimensions: number;
	/** One row per text. */
	ofTexts(texts: readonly string[]): Promise<Float32Array>;
	/** The vector by which a query is compared to facts. */
	ofQuery(text: string, context: RetrieveContext): Promise<Float32Array>;
	/** The vectors by which names in a query are compared to concepts: embedded as the concepts are. */
	ofNames(names: readonly string[], context: RetrieveContext): Promise<readonly Float32Array[]>;
	close(): void;
}

export type OpenTextVectors = (embedder: string, context: IndexContext) => Promise<TextVectors>;

export async function openTextVectors(spec: string, context: IndexContext): Promise<TextVectors> {
	const embedder = await openEmbedder(spec, context);
	const cached = openCached(embedder, context);

	/** A vector from the cache says nothing of the model's latency, so looking it up is not timed as `embed`. */
	async function atQuery(texts: readonly string[], role: 'query' | 'document', retrieval: RetrieveContext) {
		if (context.queryCache) {
			const known = cached.lookUp(texts, role);
			if (known.every((found) => found !== undefined)) return known.map(({ vector }) => vector);
			return (await retrieval.time('embed', () => cached.embed(texts, role, QUIET))).map(({ vector }) => vector);
		}
		return (await retrieval.time('embed', () => embedder.embedCounted(texts, role))).map(({ vector }) => vector);
	}

	return {
		id: embedder.id,
		weightsHash: embedder.weightsHash,
		dimensions: embedder.dimensions,
		async ofTexts(texts) {
			const vectors = await cached.embed(texts, 'document', context);
			return matrixOf(vectors, embedder.dimensions);
		},
		ofQuery: async (text, retrieval) => (await atQuery([text], 'query', retrieval))[0] as Float32Array,
		ofNames: (names, retrieval) => atQuery(names, 'document', retrieval),
		close: () => cached.close(),
	};
}

const QUIET = {
	progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
	note: () => undefined,
};
