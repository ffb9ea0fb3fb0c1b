import type { BootstrapResult } from './bootstrap.ts';
import { type Deltas, meanDelta } from './deltas.ts';
import { pairedT } from './paired-t.ts';
import { studentTUpper } from './student-t.ts';

export interface Equivalence {
	/** The larger of the two one-sided p values: below alpha, the mean delta is inside (-margin, margin). */
	readonly p: number;
	/** The p of "the mean delta is <= -margin". */
	readonly lowerP: number;
	/** The p of "the mean delta is >= margin". */
	readonly upperP: number;
}

/**
 * Two one-sided paired t tests (Schuirmann 1987) of equivalence within `margin` > 0, which is in the metric's units
 * and chosen by the user: the largest difference that doesn't matter. Undefined where the paired t test is.
 */
export function equivalence(deltas: Deltas, margin: number): Equivalence | undefined {
	const test = pairedT(deltas);
	if (test === undefined) return undefined;
	const centre = meanDelta(deltas);
	const lowerP = studentTUpper((centre + margin) / test.standardError, test.df);
	const upperP = studentTUpper((margin - centre) / test.standardError, test.df);
	return { p: Math.max(lowerP, upperP), lowerP, upperP };
}

/**
 * The same two tests by the studentised bootstrap, whose standard error has a floor: with deltas that all but tie, the t
 * tests call few queries equivalent far too often. Where nothing moved, p is the chance of seeing nothing although the
 * mean is `margin` (the rule of three). Never undefined.
 */
export function studentisedEquivalence({ pAtMost, pAtLeast }: BootstrapResult, margin: number): Equivalence {
	const [lowerP, upperP] = [pAtMost(-margin), pAtLeast(margin)];
	return { p: Math.max(lowerP, upperP), lowerP, upperP };
}

/**
 * p of "the challenger is worse by `margin` or more" (one-sided paired t): below alpha, it is not inferior. Undefined
 * where the paired t test is.
 */
export function nonInferiority(deltas: Deltas, margin: number): number | undefined {
	return equivalence(deltas, margin)?.lowerP;
}
