/**
 * How often `bench retest` says what, in simulated worlds whose true gain is known:
 *
 *   npx tsx scripts/check/retest-power.ts [worlds per row, default 60] [queries per world, default 120] [rows, e.g. 4,5]
 *
 * The leg is good for what it finds (a relevant document that the base never returns, among others, in random order),
 * for that and its order, for its order alone (documents of the base, the relevant ones nearer to the top), or for
 * nothing. The true gain is what it brings to a tuned system in a world of very many queries.
 *
 * "before" is the rule that held until the source placebo, read off the same retest: a win over base, control and order
 * placebo. "stated" is the power that the retests themselves print for the true gain of their
 * row, on average: to be read beside "helps overall".
 */

import { OVERALL } from '../../harness/compare/comparison.ts';
import type { ConclusionWord, RetestReport } from '../../harness/legs/retest/report.ts';
import { retest } from '../../harness/legs/retest/retest.ts';
import { type Kind, options, skillFor, trueGain, worldOf } from './retest-worlds.ts';

const worlds = Number(process.argv[2] ?? 60);
const queries = Number(process.argv[3] ?? 120);
const wantedRows = process.argv[4]?.split(',').map(Number);
/** Worlds whose stated power is looked at, and simulated retests in each. */
const STATED = 8;
const SIMULATIONS = 100;

const ROWS: readonly (readonly [kind: Kind, gain: number])[] = [
	['nothing: random documents', 0],
	["nothing: the base's documents, shuffled", 0],
	["nothing: other queries' relevant documents", 0],
	['what it finds', 0.03],
	['what it finds', 0.07],
	['what it finds and its order', 0.03],
	['what it finds and its order', 0.07],
	['its order', 0.03],
	['its order', 0.07],
];
const WORDS: readonly ConclusionWord[] = [
	'helps',
	'hurts',
	'switched off',
	'no difference',
	'inconclusive',
	'not tested',
];

/** Until the source placebo: a win over base, control and order placebo in one scope. */
function helpedBefore({ variants }: RetestReport): boolean {
	return variants.some(({ tested }) =>
		tested?.againstBase.some(({ stratum, verdict }) =>
			[
				{ verdict },
				...[tested.againstControl, tested.againstOrder].map((rows) => rows.find((row) => row.stratum === stratum)),
			].every((row) => row?.verdict === 'win'),
		),
	);
}

/** The power that a report states for a gain, on a straight line between the two gains around it. */
function statedFor(gain: number, { power }: RetestReport): number | undefined {
	const gains = power?.gains ?? [];
	const at = gains.findIndex((entry) => entry.gain >= gain);
	// Beyond the last one there is nothing to say, unless that one was found nearly always.
	if (at < 0) return (gains.at(-1)?.power ?? 0) >= 0.95 ? 1 : undefined;
	const above = gains[at] as (typeof gains)[number];
	const below = gains[at - 1] ?? { gain: 0, power: 0 };
	return below.power + ((gain - below.gain) / (above.gain - below.gain)) * (above.power - below.power);
}

const percent = (share: number | undefined): string =>
	(share === undefined ? '-' : `${(100 * share).toFixed(0)} %`).padStart(6);
console.log(`${worlds} worlds per row, ${queries} queries each; ${options.folds} folds x ${options.repeats}`);
console.log(
	`${'the leg is good for'.padEnd(44)} ${'true gain'.padStart(9)} | before: helps | now: ${WORDS.join(', ')} | helps overall | order better than random | stated power`,
);
for (const [kind, wanted] of ROWS.filter((_, i) => wantedRows?.includes(i + 1) ?? true)) {
	const skill = wanted === 0 ? 0 : skillFor(kind, wanted);
	const gain = trueGain(kind, skill);
	const words = new Map<ConclusionWord, number>();
	const stated: number[] = [];
	let [before, overall, order] = [0, 0, 0];
	for (let world = 1; world <= worlds; world++) {
		const simulations = world <= STATED && wanted > 0 ? SIMULATIONS : 0;
		const report = retest(worldOf(kind, skill, queries, world), { ...options, seed: world, simulations });
		const { conclusion } = report;
		words.set(conclusion.word, (words.get(conclusion.word) ?? 0) + 1);
		if (helpedBefore(report)) before++;
		if (conclusion.gains.some(({ scope }) => scope === OVERALL)) overall++;
		if (conclusion.gains.some((entry) => entry.order === 'better than random')) order++;
		const share = statedFor(gain, report);
		if (share !== undefined) stated.push(share);
	}
	const mean = stated.length === 0 ? undefined : stated.reduce((sum, share) => sum + share, 0) / stated.length;
	console.log(
		`${kind.padEnd(44)} ${gain.toFixed(3).padStart(9)} | ${percent(before / worlds)} | ${WORDS.map((word) => percent((words.get(word) ?? 0) / worlds)).join(' ')} | ${percent(overall / worlds)} | ${percent(order / worlds)} | ${percent(mean)}`,
	);
}
