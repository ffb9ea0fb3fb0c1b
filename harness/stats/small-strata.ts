import type { StratumRows } from './resample.ts';

/** Strata of fewer queries are pooled for the overall mean. */
export const POOL_BELOW = 5;

/**
 * The strata that the overall mean is resampled in: those under {@link POOL_BELOW} queries become one, because a stratum
 * of one query resamples to itself and one of two to half of its variance, so that many of them leave an interval of
 * almost no width. Collapsing strata is the usual remedy (Cochran, Sampling Techniques, 1977, 5A.12): the difference
 * between the pooled strata goes into the variance, so it errs on the wide side. Small strata that are too few for one
 * together join the smallest other stratum. Strata that stay are the same objects.
 */
export function poolSmallStrata(strata: readonly StratumRows[]): readonly StratumRows[] {
	const small = strata.filter(({ rows }) => rows.length < POOL_BELOW);
	const large = strata.filter(({ rows }) => rows.length >= POOL_BELOW);
	if (small.length === 0 || strata.length === 1) return strata;
	if (large.length > 0 && small.reduce((sum, { rows }) => sum + rows.length, 0) < POOL_BELOW) {
		const least = Math.min(...large.map(({ rows }) => rows.length));
		small.push(
			large.splice(
				large.findIndex(({ rows }) => rows.length === least),
				1,
			)[0] as StratumRows,
		);
	}
	const pooled = { name: small.map(({ name }) => name).join('+'), rows: small.flatMap(({ rows }) => rows) };
	return [...large, pooled];
}
