import { COMPARE_DEFAULTS } from '../../compare/comparison.ts';
import type { Interval } from '../../stats/bootstrap-interval.ts';
import type { Clustering } from '../../stats/bootstrap-result.ts';
import { clusterBootstrap } from '../../stats/cluster-bootstrap.ts';
import { resampledT } from '../../stats/resampled-t.ts';
import { constantInterval } from '../../stats/unmoved-bound.ts';
import type { HeldOutGains } from '../grid/cross-validation.ts';

export interface GainTest {
	readonly interval: Interval;
	/** Two-sided. */
	readonly p: number;
	/** Where queries come in clusters of more than one: how alike their gains are. */
	readonly clustering: Clustering | undefined;
}

interface GainTestOptions {
	readonly folds: number;
	readonly seed: number;
	readonly confidence: number;
	/** The largest size of a gain. */
	readonly max: number;
	/** Which choice is tested: names the random stream. */
	readonly name: string;
}

/**
 * Whether held-out gains are more than noise: the corrected resampled t test over folds (`stats/resampled-t.ts`). Where
 * queries come in `clusters` (by query), the folds hold whole clusters and the test has clusters - 1 degrees of freedom at
 * most; beside it stands the clustered bootstrap of the gains (`stats/cluster-bootstrap.ts`), and the larger p and the
 * wider interval count: folds dealt anew from a few clusters look like more than they are. Where no query moved, the
 * interval is what so many leave open (`stats/unmoved-bound.ts`), clustered or not.
 */
export function gainTest(
	{ gains, foldGains }: HeldOutGains,
	clusters: readonly string[] | undefined,
	{ folds, seed, confidence, max, name }: GainTestOptions,
): GainTest {
	if (clusters === undefined) {
		const { interval, p } = resampledT(foldGains, folds, confidence);
		const unmoved = gains.every((gain) => gain === 0);
		return {
			interval: unmoved ? constantInterval(0, gains.length, confidence, max) : interval,
			p,
			clustering: undefined,
		};
	}
	const overFolds = resampledT(foldGains, folds, confidence, new Set(clusters).size);
	const { resamples, ci: method } = COMPARE_DEFAULTS;
	const settings = { resamples, confidence, method, seed };
	const clustered = clusterBootstrap([...gains], clusters, `sweep/${name}`, max, settings);
	return {
		interval: {
			low: Math.min(overFolds.interval.low, clustered.interval.low),
			high: Math.max(overFolds.interval.high, clustered.interval.high),
		},
		p: Math.max(overFolds.p, clustered.studentisedP),
		clustering: clustered.clustering,
	};
}
