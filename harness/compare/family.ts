import { corrections } from '../stats/corrections.ts';
import type { Effect } from '../stats/effect.ts';
import { queriesNeeded } from '../stats/power.ts';
import type { CompareOptions, ComparisonRow, Detectable } from './comparison.ts';
import { fewestMoves, smallestDelta } from './detectable.ts';
import type { TestedRow } from './row.ts';
import { decide } from './verdict.ts';

/** Corrects the rows of one metric together and gives each its verdict. */
export function judgeFamily(family: readonly TestedRow[], options: CompareOptions): readonly ComparisonRow[] {
	const correction = corrections[options.correction];
	const corrected = correction.adjust(family.map(({ randomisationP }) => randomisationP));
	const studentised = correction.adjust(family.map(({ rawStudentisedP }) => rawStudentisedP));
	// A row without an equivalence test is no rejection: it counts as p = 1.
	const equivalent = correction.adjust(family.map(({ rawEquivalenceP }) => rawEquivalenceP ?? 1));
	const level = correction.loneLevel(options.alpha, family.length);
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
		const couldFind = verdict === 'inconclusive' ? detectable(row.effect, level, options.power) : undefined;
		return { ...row, correctedP, studentisedP, equivalenceP, verdict, couldFind };
	});
}

function detectable(seen: Effect, level: number, power: number): Detectable | undefined {
	const delta = smallestDelta(seen, level, power);
	if (delta === undefined || seen.dz === undefined) return undefined;
	const forMoves = Math.ceil((fewestMoves(level) * seen.n) / (seen.wins + seen.losses));
	return { delta, level, power, queriesForSeen: Math.max(queriesNeeded(seen.dz, level, power), forMoves) };
}
