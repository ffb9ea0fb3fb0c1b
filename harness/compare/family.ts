import { corrections } from '../stats/corrections.ts';
import type { CompareOptions, ComparisonRow } from './comparison.ts';
import { withMde } from './mde.ts';
import type { TestedRow } from './row.ts';
import { decide } from './verdict.ts';

/** Corrects the rows of one metric together and gives each its verdict. */
export function judgeFamily(family: readonly TestedRow[], options: CompareOptions): readonly ComparisonRow[] {
	return decideFamily(family, options).map((row) => withMde(row, options));
}

/** The same without what inconclusive rows could have found, which is simulated and takes its time. */
export function decideFamily(family: readonly TestedRow[], options: CompareOptions): readonly ComparisonRow[] {
	const correction = corrections[options.correction];
	const corrected = correction.adjust(family.map(({ randomisationP }) => randomisationP));
	const studentised = correction.adjust(family.map(({ rawStudentisedP }) => rawStudentisedP));
	// A row without an equivalence test is no rejection: it counts as p = 1.
	const equivalent = correction.adjust(family.map(({ rawEquivalenceP }) => rawEquivalenceP ?? 1));
	const level = correction.singleLevel(options.alpha, family.length);
	return family.map((row, i) => {
		const correctedP = corrected[i] as number;
		const studentisedP = studentised[i] as number;
		const equivalenceP = row.rawEquivalenceP === undefined ? undefined : (equivalent[i] as number);
		const verdict = decide({
			meanDelta: row.effect.meanDelta,
			interval: row.interval,
			studentisedP,
			equivalenceP,
			margin: options.margin,
			alpha: options.alpha,
		});
		return { ...row, correctedP, studentisedP, equivalenceP, verdict, level, mde: undefined };
	});
}
