import type { IndexedRanking } from '../../contract.ts';
import { fuse } from '../../fusion/pipeline.ts';
import { randomStream, shuffled } from '../../random.ts';
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
	const stream = randomStream(seed, `placebo/${leg}/${queryId}`);
	const depth = query.returned.length;
	return Array.from({ length: SHUFFLES }, () => {
		// Only what counts is shuffled: documents below the depth stay out.
		const docs = Int32Array.from(shuffled([...ranking.docs.subarray(0, depth)], stream));
		const placebo: IndexedRanking = { docs, scores: ranking.scores.subarray(0, depth) };
		return fuse(kept.pipeline, new Map(query.rankings).set(leg, placebo), query.features, cutoff);
	});
}
