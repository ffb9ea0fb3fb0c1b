import { type Deltas, isConstant, meanDelta } from './deltas.ts';
import { pairedT } from './paired-t.ts';
import { studentTUpper } from './student-t.ts';
import { constantP } from './unmoved-bound.ts';

export interface Equivalence {
	/** The larger of the two one-sided p values: below alpha, the mean delta is inside (-margin, margin). */
	readonly p: number;
	/** Of "the mean delta is <= -margin". */
	readonly lowerP: number;
	/** Of "the mean delta is >= margin". */
	readonly upperP: number;
}

/**
 * Two one-sided paired t tests (Schuirmann 1987) of equivalence within `margin` > 0, which is in the metric's units
 * and chosen by the user: the largest difference that doesn't matter.
 *
 * Constant deltas have no t test. With `max`, the largest size that a delta can have, their p is the largest chance of
 * seeing nothing else although the mean is beyond the margin (the rule of three, `unmoved-bound.ts`); 1 where they
 * themselves are. Without it the result is undefined, as it is for no deltas at all.
 */
export function equivalence(deltas: Deltas, margin: number, max?: number): Equivalence | undefined {
	const test = pairedT(deltas);
	if (test === undefined) return max === undefined ? undefined : ofConstant(deltas, margin, max);
	const centre = meanDelta(deltas);
	return larger(
		studentTUpper((centre + margin) / test.standardError, test.df),
		studentTUpper((margin - centre) / test.standardError, test.df),
	);
}

/**
 * p of "the challenger is worse by `margin` or more" (one-sided paired t): below alpha, it is not inferior. Undefined
 * where the paired t test is.
 */
export function nonInferiority(deltas: Deltas, margin: number): number | undefined {
	return equivalence(deltas, margin)?.lowerP;
}

function ofConstant(deltas: Deltas, margin: number, max: number): Equivalence | undefined {
	const [value] = deltas;
	if (value === undefined || !isConstant(deltas)) return undefined;
	const { length } = deltas;
	return larger(
		value <= -margin ? 1 : constantP(value, length, -margin, max),
		value >= margin ? 1 : constantP(value, length, margin, max),
	);
}

function larger(lowerP: number, upperP: number): Equivalence {
	return { p: Math.max(lowerP, upperP), lowerP, upperP };
}
