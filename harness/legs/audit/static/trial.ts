import type { IndexedRanking, Pool } from '../../../contract.ts';
import { type Pipeline, pipelinePool, scorePool } from '../../../fusion/pipeline.ts';
import { topCandidates } from '../../../ranking.ts';
import type { AuditContext, SyntheticInput } from './synthetic-input.ts';

/** One synthetic input, ready to be fused at any weight of the audited leg by the code that fuses real queries. */
export interface Trial {
	readonly input: SyntheticInput;
	readonly pool: Pool;
	/** The fused ranking, cut to `depth`. */
	at(weight: number, depth: number): IndexedRanking;
}

export function trial(context: AuditContext, input: SyntheticInput): Trial {
	const pool = pipelinePool(context.pipeline, input.rankings);
	return {
		input,
		pool,
		at(weight, depth) {
			const pipeline = withWeight(context.pipeline, context.leg.name, weight);
			const fused = scorePool(pipeline, pool, input.features);
			const top = topCandidates(fused.scores, depth);
			return {
				docs: Int32Array.from(top, (candidate) => fused.pool.docs[candidate] as number),
				scores: Float64Array.from(top, (candidate) => fused.scores[candidate] as number),
			};
		},
	};
}

export function withWeight(pipeline: Pipeline, leg: string, weight: number): Pipeline {
	return { ...pipeline, legs: pipeline.legs.map((entry) => (entry.name === leg ? { ...entry, weight } : entry)) };
}

/** Stands for "however small": above the steps by which scores that pass for equal differ. */
export const SMALLEST_WEIGHT = 1e-7;

/** Stands for "however large". */
export const LARGEST_WEIGHT = 1e6;

/**
 * The smallest weight at which `holds` is true, given that it stays true from there on; 0 if it holds however small
 * the weight, null if it does not hold even at {@link LARGEST_WEIGHT}. Good to nine digits.
 */
export function smallestWeight(holds: (weight: number) => boolean): number | null {
	if (!holds(LARGEST_WEIGHT)) return null;
	let low = SMALLEST_WEIGHT;
	let high = LARGEST_WEIGHT;
	if (holds(low)) return 0;
	for (let step = 0; step < 100 && high - low > 1e-10 * high; step++) {
		// Halving the logarithm first: weights of every size get the same number of digits.
		const middle = high > 4 * low ? Math.sqrt(low * high) : (low + high) / 2;
		if (holds(middle)) high = middle;
		else low = middle;
	}
	return high;
}
