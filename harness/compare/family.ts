import { corrections } from '../stats/corrections.ts';
import type { Effect } from '../stats/effect.ts';
import { detectableEffect, queriesNeeded } from '../stats/power.ts';
import type { CompareOptions, ComparisonRow, Detectable } from './comparison.ts';
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
	return family.map(({ rawStudentisedP: _, rawEquivalenceP, ...row }, i) => {
		const correctedP = corrected[i] as number;
		const studentisedP = studentised[i] as number;
		const equivalenceP = rawEquivalenceP === undefined ? undefined : (equivalent[i] as number);
		const verdict = decide({
			meanDelta: row.effect.meanDelta,
			identical: row.effect.wins === 0 && row.effect.losses === 0,
			interval: row.interval,
			correctedP,
			studentisedP,
			equivalenceP,
			margin: options.margin,
			alpha: options.alpha,
		});
		const couldFind = verdict === 'inconclusive' ? detectable(row.effect, level, options.power) : undefined;
		return { ...row, correctedP, studentisedP, equivalenceP, verdict, couldFind };
	});
}

/**
 * What the paired t test could have found, but never less than the randomisation test can: it says "win" only from a
 * number of moved queries on, whatever their sd, and where few moved the sd seen is too small to go by.
 */
function detectable(seen: Effect, level: number, power: number): Detectable | undefined {
	const { n, sd, dz, meanMove } = seen;
	const smallest = detectableEffect(n, level, power);
	if (smallest === undefined || dz === undefined) return undefined;
	const moves = fewestMoves(level);
	const moved = seen.wins + seen.losses;
	return {
		delta: Math.max(smallest * sd, (moves * meanMove) / n),
		level,
		power,
		queriesForSeen: Math.max(queriesNeeded(dz, level, power), Math.ceil((moves * n) / moved)),
	};
}

/** Queries that must move, all the same way and equally far, for a two-sided randomisation p below `level`. */
function fewestMoves(level: number): number {
	let moves = 1;
	while (2 / 2 ** moves >= level) moves++;
	return moves;
}
