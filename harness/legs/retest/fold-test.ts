import { type ResampledT, resampledT } from '../../stats/resampled-t.ts';
import type { Folds } from '../grid/folds.ts';

export type FoldTest = ResampledT & { readonly df: number };

/**
 * The corrected resampled t test over the mean difference on each held-out fold, of every repeat. `deltaAt` gives a
 * query's difference in a repeat; `rows` are the queries of one stratum. Folds without a query are left out.
 */
export function foldTest(
	deltaAt: (repeat: number, column: number) => number,
	{ folds, foldCount }: { readonly folds: Folds; readonly foldCount: number },
	confidence: number,
	rows?: readonly number[],
): FoldTest {
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
	return { ...resampledT(deltas, foldCount, confidence), df: deltas.length - 1 };
}
