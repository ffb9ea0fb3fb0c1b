import { COMPARE_DEFAULTS } from '../../../harness/compare/comparison.ts';
import type { Progress } from '../../../harness/contract.ts';
import { BenchError } from '../../../harness/errors.ts';
import { largestCutoff } from '../../../harness/legs/ablation/ablate.ts';
import { parseAxis } from '../../../harness/legs/grid/axis.ts';
import { LEG_WEIGHTS, type RetestOptions } from '../../../harness/legs/retest/variant.ts';
import { parseMetrics } from '../../../harness/metrics/index.ts';

export interface RetestOptionFlags {
	readonly metric: string;
	readonly margin?: number | undefined;
	readonly weights?: string | undefined;
	readonly depth: number;
	readonly cutoff?: number | undefined;
	readonly folds: number;
	readonly repeats: number;
	readonly placebos: number;
	readonly minCoverage: number;
	readonly seed: number;
}

/** Simulated retests per true gain: shares are good to 4 points. */
const SIMULATIONS = 200;

/** The protocol that the flags ask for. Throws `usage`. */
export function readRetestOptions(flags: RetestOptionFlags, progress: Progress): RetestOptions {
	const [metric, ...more] = parseMetrics(flags.metric);
	if (metric === undefined || more.length > 0)
		throw new BenchError('usage', `--metric takes one metric, not ${flags.metric}`);
	if (!(flags.minCoverage >= 0 && flags.minCoverage <= 1))
		throw new BenchError('usage', `--min-coverage is a share from 0 to 1, not ${flags.minCoverage}`);
	if (flags.margin !== undefined && !(flags.margin > 0))
		throw new BenchError('usage', `a margin is above 0, not ${flags.margin}`);
	return {
		metric,
		cutoff: flags.cutoff ?? largestCutoff([metric]),
		depth: flags.depth,
		weights: flags.weights === undefined ? LEG_WEIGHTS : readWeights(flags.weights),
		folds: flags.folds,
		repeats: flags.repeats,
		placebos: flags.placebos,
		simulations: SIMULATIONS,
		minCoverage: flags.minCoverage,
		seed: flags.seed,
		compare: {
			...COMPARE_DEFAULTS,
			seed: flags.seed,
			...(flags.margin === undefined ? {} : { margin: flags.margin }),
		},
		progress,
	};
}

function readWeights(text: string): readonly number[] {
	const { values } = parseAxis(`weights=${text}`);
	const weights = values.map(Number);
	if (!weights.every((weight) => weight >= 0) || weights.every((weight) => weight === 0))
		throw new BenchError('usage', `--weights ${text}: weights are numbers from 0, one of them above 0`);
	return weights;
}
