import type { StratifiedBootstrap } from '../stats/bootstrap.ts';
import type { MetricColumns } from './columns.ts';
import type { ComparedRow, CompareOptions } from './comparison.ts';
import { decideFamily } from './family.ts';
import { bootstrapAll } from './resampling.ts';
import { type Scope, scopesOf, type TestedRow, testRow } from './row.ts';
import type { PairScores } from './unjudged-grades.ts';
import type { Verdict } from './verdict.ts';

/** A row's verdict on other scores. */
export interface Rejudged {
	readonly verdict: Verdict;
	/** Mean challenger - baseline. */
	readonly delta: number;
}

export interface Judging {
	/** The columns of the row's metric; their values are replaced. */
	readonly column: MetricColumns;
	readonly row: ComparedRow;
	/** All rows of the comparison. */
	readonly rows: readonly ComparedRow[];
	readonly options: CompareOptions;
}

/**
 * The verdict of a primary row on each of these sets of scores (by query of the column), by the very rule of the
 * comparison: the row is tested anew and joins the primary rows, which otherwise stay as they are.
 */
export function judgeUnder(judging: Judging, scores: readonly (readonly PairScores[])[]): readonly Rejudged[] {
	const { column, row, options } = judging;
	const columns = scores.map(
		(pairs): MetricColumns => ({
			...column,
			values: [pairs.map(({ baseline }) => baseline), pairs.map(({ challenger }) => challenger)],
		}),
	);
	const resampled = bootstrapAll(columns, options);
	const scope = scopesOf(column).find(({ name }) => name === row.stratum) as Scope;
	return columns.map((replaced, i) => {
		const found = resampled[i]?.[0] as StratifiedBootstrap;
		const tested = testRow(replaced, scope, { column: 1, label: row.challenger }, found, options);
		return { verdict: verdictAmongPrimary(judging, tested), delta: tested.effect.meanDelta };
	});
}

function verdictAmongPrimary({ row, rows, options }: Judging, tested: TestedRow): Verdict {
	const family = rows.filter(({ role, notATest }) => role === 'primary' && notATest === undefined);
	const judged = decideFamily(
		family.map((member) => (member === row ? tested : member)),
		options,
	);
	return judged[family.indexOf(row)]?.verdict as Verdict;
}

/** Halvings of the share that is looked for. */
const STEPS = 7;

/** The share in (0, 1] from which on the verdict is another, where it is the same at 0 and another at 1. */
export function smallestTurn(judging: Judging, scoresAt: (share: number) => readonly PairScores[]): number {
	let [stands, falls] = [0, 1];
	for (let step = 0; step < STEPS; step++) {
		const middle = (stands + falls) / 2;
		const [found] = judgeUnder(judging, [scoresAt(middle)]);
		if (found?.verdict === judging.row.verdict) stands = middle;
		else falls = middle;
	}
	return falls;
}
