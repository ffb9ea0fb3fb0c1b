import { BenchError } from '../../errors.ts';
import type { CorrectionName } from '../../stats/corrections.ts';
import type { ClusterChoice } from '../cluster-choice.ts';

export interface PowerOptions {
	readonly metrics?: readonly string[];
	/** The row that is decided alone, as in `bench compare`. Default: overall of the first metric. */
	readonly primary?: string;
	/** The strata that are asked about, as in `bench compare`. Default: all. */
	readonly strata?: readonly string[];
	readonly alpha: number;
	readonly power: number;
	/** Differences to count queries for, in units of the metric (> 0). */
	readonly deltas: readonly number[];
	readonly correction: CorrectionName;
	/**
	 * Assumed correlation of the scores of two systems over queries, where no second run shows their deltas (see
	 * `redrawnDistribution`). In [0, 1).
	 */
	readonly correlation: number;
	readonly seed: number;
	/** The grouping of queries that belong together; absent: their scope. */
	readonly clusters?: ClusterChoice;
}

export const POWER_DEFAULTS: PowerOptions = {
	alpha: 0.05,
	power: 0.8,
	deltas: [0.02, 0.05, 0.1],
	correction: 'holm',
	correlation: 0.5,
	seed: 42,
};

/** Options that make no sense are a BenchError. */
export function checkPowerOptions({ alpha, power, deltas, correlation }: PowerOptions): void {
	const fail = (message: string): never => {
		throw new BenchError('usage', message);
	};
	if (!(alpha > 0 && alpha < 0.5)) fail(`alpha is above 0 and below 0.5, not ${alpha}`);
	if (!(power > alpha && power < 1)) fail(`power is above alpha and below 1, not ${power}`);
	if (!(correlation >= 0 && correlation < 1)) fail(`a correlation is from 0 to below 1, not ${correlation}`);
	for (const delta of deltas) if (!(delta > 0)) fail(`a wished difference is above 0, not ${delta}`);
}
