import { BenchError } from '../../errors.ts';
import { randomStream, shuffled } from '../../random.ts';
import type { StratumRows } from '../../stats/resample.ts';

/** By repeat: the fold of every query, from 0. */
export type Folds = readonly Int32Array[];

export interface FoldOptions {
	readonly folds: number;
	/** How often the queries are dealt into folds anew. */
	readonly repeats: number;
	readonly seed: number;
}

/**
 * Deals the queries into folds, within their strata. Each stratum goes on where the one before it stopped, so that folds
 * stay equally large and none is empty. `purpose` names the random streams: one purpose's folds are not another's.
 */
export function dealFolds(
	queries: number,
	strata: readonly StratumRows[],
	{ folds, repeats, seed }: FoldOptions,
	purpose: 'sweep' | 'retest',
): Folds {
	if (!Number.isInteger(folds) || folds < 2 || folds > queries)
		throw new BenchError('usage', `${queries} queries can't be dealt into ${folds} folds`, {
			hint: 'At least two folds, and at most as many as there are queries that can be scored.',
		});
	return Array.from({ length: repeats }, (_, repeat) => {
		const foldOf = new Int32Array(queries);
		let next = 0;
		for (const { name, rows } of strata)
			for (const row of shuffled(rows, randomStream(seed, `${purpose}/folds/${repeat}/${name}`))) {
				foldOf[row] = next % folds;
				next++;
			}
		return foldOf;
	});
}
