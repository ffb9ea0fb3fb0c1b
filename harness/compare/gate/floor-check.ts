import { meanDelta } from '../../stats/deltas.ts';
import type { NoiseSource } from './build-noise.ts';
import { nameOfTarget } from './columns.ts';
import type { FloorNoise } from './floor.ts';
import type { FloorLimit } from './limits.ts';
import { type FloorCheck, WRONG_FAILURES } from './result.ts';
import { ROUNDING } from './rounding.ts';

/** Holds the candidate's mean against a floor; equal but for rounding reaches it. */
export function floorCheck(
	limit: FloorLimit,
	values: readonly (readonly number[])[],
	{ wrongFailures, safeFloor }: FloorNoise,
): FloorCheck {
	const [baseline = [], candidate = []] = values;
	const mean = meanDelta(candidate);
	const reached = mean >= limit.min - ROUNDING;
	return {
		kind: 'floor',
		name: nameOfTarget(limit),
		limit,
		baseline: meanDelta(baseline),
		candidate: mean,
		queries: candidate.length,
		outcome: reached ? 'pass' : 'fail',
		reason: `the mean of ${candidate.length} queries is ${mean.toFixed(4)}, ${reached ? 'at least' : 'below'} ${limit.min}`,
		wrongFailures: wrongFailures(limit.min),
		safeFloor,
	};
}

/** Says of a floor within the noise of the baseline which one would not be. Undefined for a floor below the noise. */
export function floorWarning(check: FloorCheck, noise: NoiseSource): string | undefined {
	const { name, limit, baseline, wrongFailures, safeFloor } = check;
	if (wrongFailures <= WRONG_FAILURES) return undefined;
	const given =
		noise.kind === 'against'
			? `with the noise seen against ${noise.path}`
			: `where the scores of two builds correlate by ${noise.correlation}`;
	return `the floor ${limit.min} of ${name} lies within the noise of the baseline (mean ${baseline?.toFixed(4)}): ${given}, it would fail ${Math.round(100 * wrongFailures)} % of the builds of unchanged quality; a floor of ${safeFloor.toFixed(4)} fails at most ${100 * WRONG_FAILURES} % of them`;
}
