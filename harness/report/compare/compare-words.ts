import type { ComparedRow, ComparisonRow } from '../../compare/comparison.ts';
import type { Interval } from '../../stats/bootstrap-interval.ts';
import { unmovedBound } from '../../stats/unmoved-bound.ts';
import { formatDelta } from '../numbers.ts';

/** Words that several parts of a comparison's report share. */

export function formatInterval({ low, high }: Interval): string {
	return `${formatDelta(low)} .. ${formatDelta(high)}`;
}

/** The stratum with its marks: `*` few queries, `^` nothing left to win, `=` nothing moved. */
export function stratumLabel(row: ComparisonRow): string {
	return `${row.stratum}${row.few ? '*' : ''}${row.ceiling ? '^' : ''}${unmoved(row) ? '=' : ''}`;
}

/** The verdict, or what stands in its place: a leg that is not tested, or in brackets a lead that is no finding. */
export function verdictText({
	notATest,
	verdict,
	familyVerdict,
}: Pick<ComparedRow, 'notATest' | 'verdict' | 'familyVerdict'>): string {
	return notATest ?? (familyVerdict === verdict ? verdict : `(${familyVerdict})`);
}

/** The meaning of a verdict in brackets. */
export const LEADS =
	'(win), (loss), (equivalent): a lead and no finding: the row is exploratory, or its primary question is open and the row alone is not strong enough. Ask it first (--primary) on queries that have not been looked at.';

export function unmoved({ effect }: ComparisonRow): boolean {
	return effect.wins + effect.losses === 0;
}

/** The rule of three: the largest true share of moved queries that is compatible with none among `n`. */
export function mostThatMove(n: number, alpha: number): string {
	return percentOf(Number(unmovedBound(n, 1 - alpha, 1).toPrecision(2)));
}

export function percentOf(share: number): string {
	return `${Number((share * 100).toPrecision(6))} %`;
}
