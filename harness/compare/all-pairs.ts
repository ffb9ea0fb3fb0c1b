import type { ComparedRow } from './comparison.ts';
import { type DifferentPair, groupsNotToldApart, lettersOf } from './letters.ts';
import type { RowRole } from './question.ts';

/** How all systems stand to each other on one metric and stratum: a compact letter display. */
export interface Standing {
	readonly metric: string;
	readonly stratum: string;
	readonly role: RowRole;
	/** Best mean first; systems that share a letter are not told apart. */
	readonly systems: readonly { readonly label: string; readonly mean: number; readonly letters: string }[];
	/** The largest groups of systems no two of which are told apart; one system alone is a group too. */
	readonly groups: readonly (readonly string[])[];
	/** Every win or loss, as winner and loser. */
	readonly beats: readonly { readonly winner: string; readonly loser: string }[];
}

/** The standing of each metric and stratum, in the order of the rows. */
export function standingsOf(rows: readonly ComparedRow[], systems: readonly string[]): readonly Standing[] {
	const groups = new Map<string, ComparedRow[]>();
	for (const row of rows) {
		const key = JSON.stringify([row.metric, row.stratum]);
		groups.set(key, [...(groups.get(key) ?? []), row]);
	}
	return [...groups.values()].map((pairs) => standing(pairs, systems));
}

function standing(pairs: readonly ComparedRow[], systems: readonly string[]): Standing {
	const [{ metric, stratum, role }] = pairs as readonly [ComparedRow];
	const means = new Map(
		pairs.flatMap((row) => [[row.baseline, row.baselineMean] as const, [row.challenger, row.challengerMean] as const]),
	);
	const ordered = systems
		.map((label) => ({ label, mean: means.get(label) as number }))
		.sort((one, other) => other.mean - one.mean);
	const decided = pairs.filter((row) => row.notATest === undefined && ['win', 'loss'].includes(row.verdict));
	const beats = decided.map(({ verdict, baseline, challenger }) =>
		verdict === 'win' ? { winner: challenger, loser: baseline } : { winner: baseline, loser: challenger },
	);
	const at = (label: string): number => ordered.findIndex((system) => system.label === label);
	const groups = groupsNotToldApart(
		ordered.length,
		beats.map(({ winner, loser }): DifferentPair => [at(winner), at(loser)]),
	);
	const letters = lettersOf(ordered.length, groups);
	return {
		metric,
		stratum,
		role,
		systems: ordered.map((system, i) => ({ ...system, letters: letters[i] as string })),
		groups: groups.map((group) => group.map((system) => ordered[system]?.label as string)),
		beats,
	};
}
