import type { IndexedRanking } from '../../../contract.ts';
import type { KeptLeg } from '../../../fusion/kept-legs.ts';
import { fuse } from '../../../fusion/pipeline.ts';
import { shuffledRanking, sourcePlacebo } from '../../../fusion/placebo.ts';
import { rerankStageOf } from '../../../fusion/rerank-head.ts';
import type { MeasureContext, MeasuredQuery } from './measured-query.ts';

/** Copies per query; their mean is the placebo's value. */
const COPIES = 5;

/** The fused top K with the leg's documents in random order, several times: what a leg that knows nothing would do. */
export function orderPlaceboTops(
	{ kept, leg, cutoff }: MeasureContext,
	query: MeasuredQuery,
	queryId: string,
	seed: number,
): readonly IndexedRanking[] {
	const ranking = query.rankings.get(leg);
	if (ranking === undefined || ranking.docs.length < 2) return [query.topWith];
	return Array.from({ length: COPIES }, (_, copy) => {
		const placebo = shuffledRanking(ranking, query.returned.length, { seed, copy, leg, queryId });
		return fuse(kept.pipeline, new Map(query.rankings).set(leg, placebo), query.features, cutoff);
	});
}

/**
 * For every query the fused top K with what the leg found for other queries, several times: what a leg would do whose
 * documents have nothing to do with the question. `queries` by query index. Undefined with a reranker: pairs of a query
 * and what was found for another one have no scores, and getting them would cost more than everything else.
 */
export function sourcePlaceboTops(
	{ kept, leg, cutoff }: MeasureContext,
	queries: readonly MeasuredQuery[],
	seed: number,
): readonly (readonly IndexedRanking[])[] | undefined {
	if (rerankStageOf(kept.pipeline) !== undefined) return undefined;
	const copies = Array.from({ length: COPIES }, (_, copy) => {
		const placebo = sourcePlacebo(kept, leg, { seed, copy });
		return (placebo.legs.find(({ name }) => name === leg) as KeptLeg).rankings;
	});
	return queries.map(({ rankings, features }, queryIndex) =>
		copies.map((lists) => {
			const placebo = lists[queryIndex] as IndexedRanking;
			return fuse(kept.pipeline, new Map(rankings).set(leg, placebo), features, cutoff);
		}),
	);
}
