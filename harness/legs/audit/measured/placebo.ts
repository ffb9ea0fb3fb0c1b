import type { IndexedRanking } from '../../../contract.ts';
import { fuse } from '../../../fusion/pipeline.ts';
import { shuffledRanking } from '../../../fusion/placebo.ts';
import type { MeasureContext, MeasuredQuery } from './measured-query.ts';

/** Shuffles per query; their mean is the placebo's value. */
const SHUFFLES = 5;

/** The fused top K with the leg's documents in random order, several times: what a leg that knows nothing would do. */
export function placeboTops(
	{ kept, leg, cutoff }: MeasureContext,
	query: MeasuredQuery,
	queryId: string,
	seed: number,
): readonly IndexedRanking[] {
	const ranking = query.rankings.get(leg);
	if (ranking === undefined || ranking.docs.length < 2) return [query.topWith];
	return Array.from({ length: SHUFFLES }, (_, copy) => {
		const placebo = shuffledRanking(ranking, query.returned.length, { seed, copy, leg, queryId });
		return fuse(kept.pipeline, new Map(query.rankings).set(leg, placebo), query.features, cutoff);
	});
}
