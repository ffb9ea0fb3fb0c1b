import { type ResampledT, resampledT } from '../../stats/resampled-t.ts';
import type { Folds } from '../grid/folds.ts';

/**
 * The corrected resampled t test over the mean difference on each held-out fold, of every repeat. `deltaAt` gives a
 * query's difference in a repeat; `rows` are the queries of one stratum. Folds without a query are left out. `clusters`
 * (by query) are the units that were dealt, where queries come in clusters.
 */
export function foldTest(
	deltaAt: (repeat: number, column: number) => number,
	{
		folds,
		foldCount,
		clusters,
	}: { readonly folds: Folds; readonly foldCount: number; readonly clusters?: readonly string[] | undefined },
	confidence: number,
	rows?: readonly number[],
): ResampledT {
	const deltas = folds.flatMap((foldOf, repeat) => {
		const sums = new Float64Array(foldCount);
		const counts = new Float64Array(foldCount);
		for (const column of rows ?? foldOf.keys()) {
			const fold = foldOf[column] as number;
			sums[fold] = (sums[fold] as number) + deltaAt(repeat, column);
			counts[fold] = (counts[fold] as number) + 1;
		}
		return [...sums].flatMap((sum, fold) => (counts[fold] === 0 ? [] : [sum / (counts[fold] as number)]));
	});
	const units = clusters && new Set(rows === undefined ? clusters : rows.map((row) => clusters[row])).size;
	return resampledT(deltas, foldCount, confidence, units);
}
