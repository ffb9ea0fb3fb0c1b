import type {
	Doc,
	IndexContext,
	JsonObject,
	Query,
	Ranking,
	RetrieveContext,
	ScoredDoc,
} from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { queryVector } from '../dense/dense.ts';
import type { EmbeddedUnits } from '../dense/embed-units.ts';
import { matrixOf } from '../dense/vector-search.ts';
import type { CachedEmbedder } from '../embedders/cached.ts';
import { type Found, overlapFacts } from '../postgres/overlap.ts';
import type { Chroma, Collection } from './api.ts';

/** Searches in one collection, remembering what they found. */
export interface CollectionSearch {
	retrieve(query: Query, depth: number, context: RetrieveContext): Promise<Ranking>;
	/** Of the units that were found, how many exact search finds as well. */
	overlap(): JsonObject;
}

/** Searches over units, whose best speaks for its document. Equal scores are in corpus order. */
export function searchCollection(
	server: Chroma,
	collection: Collection | undefined,
	{ docs, vectors, owner }: EmbeddedUnits,
	cached: CachedEmbedder,
	context: IndexContext,
): CollectionSearch {
	const found = new Map<string, Found>();
	/** The documents of the nearest n units, best first, with the score of the best unit. */
	async function nearest(target: Collection, vector: Float32Array, n: number, queryId: string): Promise<ScoredDoc[]> {
		const { ids, distances } = await server.nearest(target, vector, n);
		const units = ids.map(Number);
		if (units.some((unit) => !(unit >= 0 && unit < owner.length)))
			throw new BenchError('plugin', `Chroma returned an id that is not in collection ${target.name}`);
		found.set(queryId, { vector, docs: units, depth: n, byIndex: true });
		const best = new Map<number, number>();
		for (const [rank, unit] of units.entries()) {
			const document = owner[unit] as number;
			const score = 1 - (distances[rank] as number);
			if (score > (best.get(document) ?? Number.NEGATIVE_INFINITY)) best.set(document, score);
		}
		return [...best]
			.sort(([x, xScore], [y, yScore]) => yScore - xScore || x - y)
			.map(([document, score]) => ({ docId: (docs[document] as Doc).id, score }));
	}
	return {
		async retrieve(query, depth, retrieveContext) {
			if (depth === 0 || collection === undefined || query.text.trim() === '') return [];
			const vector = await queryVector(cached, query, context.queryCache, retrieveContext);
			// Where several of the nearest units are one document's, more of them are asked for.
			for (let n = Math.min(depth, owner.length); ; n = Math.min(2 * n, owner.length)) {
				const ranking = await nearest(collection, vector, n, query.id);
				if (ranking.length >= Math.min(depth, docs.length) || n === owner.length) return ranking.slice(0, depth);
			}
		},
		overlap() {
			const rows = Array.from(owner.keys());
			const { dimensions } = cached.embedder;
			return overlapFacts(found.values(), matrixOf(vectors, dimensions), dimensions, rows);
		},
	};
}
