import type { StratifiedBootstrap } from '../stats/bootstrap.ts';
import type { MetricColumns } from './columns.ts';
import type { ComparedRow, CompareOptions } from './comparison.ts';
import { judgeFamily } from './family.ts';
import { bootstrapAll } from './resampling.ts';
import { type TestedRow, testRow } from './row.ts';
import type { PairScores } from './unjudged-grades.ts';
import type { Verdict } from './verdict.ts';

/** A row's verdict on other scores. */
export interface Rejudged {
	readonly verdict: Verdict;
	/** Mean challenger - baseline. */
	readonly delta: number;
}

export interface Judging {
	/** Of the row's metric; its values are replaced. */
	readonly column: MetricColumns;
	readonly row: ComparedRow;
	/** All rows of the comparison. */
	readonly rows: readonly ComparedRow[];
	readonly options: CompareOptions;
}

/**
 * The verdict of an overall row on each of these sets of scores (by query), by the very rule of the comparison: the row
 * is tested anew and takes its own place in its family, whose other rows stay as they are.
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
	const scope = { name: row.stratum, rows: undefined };
	return columns.map((replaced, i) => {
		const found = resampled[i]?.[0] as StratifiedBootstrap;
		const tested = testRow(replaced, scope, { place: 1, label: row.challenger }, found, options);
		return { verdict: verdictInFamily(judging, tested), delta: tested.effect.meanDelta };
	});
}

function verdictInFamily({ row, rows, options }: Judging, tested: TestedRow): Verdict {
	const family = rows.filter(({ metric }) => metric === row.metric);
	const judged = judgeFamily(
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
