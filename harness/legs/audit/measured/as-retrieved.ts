import type { KeptLegs } from '../../../fusion/kept-legs.ts';
import { type Pipeline, pipelinePool, scorePool } from '../../../fusion/pipeline.ts';
import { topCandidates } from '../../../ranking.ts';
import { LARGEST_WEIGHT, SMALLEST_WEIGHT, withWeight } from '../static/trial.ts';
import type { MeasuredQuery } from './measured-query.ts';

/** Weights that are tried before bisecting: a leg that repeats others may let its own in and push them out again. */
const STEP = 4;

/**
 * The smallest weight of the leg at which, with the lists as they were retrieved, a document that only it returns would
 * have entered the top K of at least one query; 0: however small the weight; null: at none up to a million. Weights are
 * tried in steps of factor 4 and the first at which one enters is bisected, by the fusion and the stages that run.
 */
export function thresholdAsRetrieved(
	{ pipeline }: Pick<KeptLegs, 'pipeline'>,
	leg: string,
	cutoff: number,
	queries: readonly MeasuredQuery[],
): number | null {
	let least: number | null = null;
	for (const query of queries) {
		const enters = entering(pipeline, leg, cutoff, query);
		if (enters === undefined) continue;
		const weight = firstWeight(enters, least ?? LARGEST_WEIGHT);
		if (weight !== undefined) least = weight;
		if (least === 0) return 0;
	}
	return least;
}

/** Whether one of the leg's own documents is in the top K at a weight; undefined where it brings none. */
function entering(
	pipeline: Pipeline,
	leg: string,
	cutoff: number,
	{ rankings, features, returned, othersReturned }: MeasuredQuery,
): ((weight: number) => boolean) | undefined {
	const newcomers = new Set(returned.filter((doc) => !othersReturned.has(doc)));
	if (newcomers.size === 0) return undefined;
	// A leg of weight 0 is not in the pool, so the pool is built as if it had one.
	const all = pipelinePool(withWeight(pipeline, leg, 1), rankings);
	return (weight) => {
		const { pool, scores } = scorePool(withWeight(pipeline, leg, weight), all, features);
		return topCandidates(scores, cutoff).some((candidate) => newcomers.has(pool.docs[candidate] as number));
	};
}

/** The first weight, at most `most`, at which it holds; good to six digits. */
function firstWeight(holds: (weight: number) => boolean, most: number): number | undefined {
	if (holds(SMALLEST_WEIGHT)) return 0;
	let low = SMALLEST_WEIGHT;
	while (low < most) {
		let high = Math.min(most, low * STEP);
		if (!holds(high)) {
			low = high;
			continue;
		}
		while (high - low > 1e-7 * high) {
			const middle = Math.sqrt(low * high);
			if (holds(middle)) high = middle;
			else low = middle;
		}
		return high;
	}
	return undefined;
}
