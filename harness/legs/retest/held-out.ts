import { BenchError } from '../../errors.ts';
import { randomStream } from '../../random.ts';
import type { StratumRows } from '../../stats/resample.ts';
import { dealt } from '../grid/cross-validation.ts';
import { bestPoint, pointMeans, type ValueTable, valueAt } from '../sweep/value-table.ts';

/** By repeat: the fold of every query. All systems of a retest share them. */
export type Folds = readonly Int32Array[];

export interface HeldOut {
	/** By repeat, by query: the value at the setting that was chosen on the other folds. */
	readonly values: readonly Float64Array[];
	/** How often each setting was chosen, over all folds and repeats; those never chosen are absent. */
	readonly chosen: ReadonlyMap<number, number>;
}

/** Deals the queries into folds, within their strata, `repeats` times. */
export function dealFolds(
	queries: number,
	strata: readonly StratumRows[],
	{ folds, repeats, seed }: { readonly folds: number; readonly repeats: number; readonly seed: number },
): Folds {
	if (folds < 2 || folds > queries)
		throw new BenchError('usage', `${queries} queries can't be dealt into ${folds} folds`, {
			hint: 'At least two folds, and at most as many as there are queries that can be scored.',
		});
	return Array.from({ length: repeats }, (_, repeat) =>
		dealt(queries, strata, folds, (stratum) => randomStream(seed, `retest/folds/${repeat}/${stratum}`)),
	);
}

/**
 * Every query's value at settings that were chosen without it: on each fold, the setting of the best mean over the
 * other folds (nested in the sense of Varma & Simon 2006).
 */
export function holdOut(table: ValueTable, dealtFolds: Folds): HeldOut {
	const chosen = new Map<number, number>();
	const columns = Int32Array.from({ length: table.queries }, (_, column) => column);
	const values = dealtFolds.map((foldOf) => {
		const held = new Float64Array(table.queries);
		for (const fold of new Set(foldOf)) {
			const point = bestPoint(
				table,
				pointMeans(
					table,
					columns.filter((column) => foldOf[column] !== fold),
				),
			);
			chosen.set(point, (chosen.get(point) ?? 0) + 1);
			for (const column of columns) if (foldOf[column] === fold) held[column] = valueAt(table, point, column);
		}
		return held;
	});
	return { values, chosen };
}
