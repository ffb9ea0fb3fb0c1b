import type { DocId, QueryId, Ranking } from '../contract.ts';
import { overlapAt, rankBiasedOverlap } from './rank-overlap.ts';

/** How far two runs differ, told without a judgment. */
export interface UnjudgedDiff {
	readonly cutoff: number;
	/** p of the rank-biased overlap. */
	readonly persistence: number;
	readonly queries: readonly UnjudgedChange[];
	/** Means over queries. */
	readonly overlap: number;
	readonly rankBiasedOverlap: number;
	/** Queries whose first document is another one. */
	readonly firstChanged: number;
	/** Queries whose top K holds other documents. */
	readonly membersChanged: number;
	/** Queries whose top K holds other documents, or the same ones in another order. */
	readonly orderChanged: number;
}

export interface UnjudgedChange {
	readonly queryId: QueryId;
	readonly stratum: string;
	readonly overlap: number;
	readonly rankBiasedOverlap: number;
	readonly firstChanged: boolean;
	readonly orderChanged: boolean;
	readonly entered: readonly DocId[];
	readonly left: readonly DocId[];
}

/** Compares the rankings of two runs query by query; a query that a run left unanswered has an empty ranking. */
export function diffUnjudged(
	queries: readonly { readonly queryId: QueryId; readonly stratum: string }[],
	first: ReadonlyMap<QueryId, Ranking>,
	second: ReadonlyMap<QueryId, Ranking>,
	{ cutoff, persistence = 0.9 }: { readonly cutoff: number; readonly persistence?: number },
): UnjudgedDiff {
	const changes = queries.map(({ queryId, stratum }): UnjudgedChange => {
		const [one, other] = [idsOf(first.get(queryId)), idsOf(second.get(queryId))];
		const [top, newTop] = [one.slice(0, cutoff), other.slice(0, cutoff)];
		return {
			queryId,
			stratum,
			overlap: overlapAt(one, other, cutoff),
			rankBiasedOverlap: rankBiasedOverlap(one, other, persistence),
			firstChanged: one[0] !== other[0],
			orderChanged: top.length !== newTop.length || top.some((id, i) => id !== newTop[i]),
			entered: newTop.filter((id) => !top.includes(id)),
			left: top.filter((id) => !newTop.includes(id)),
		};
	});
	const mean = (value: (change: UnjudgedChange) => number): number =>
		changes.length === 0 ? 1 : changes.reduce((sum, change) => sum + value(change), 0) / changes.length;
	const count = (holds: (change: UnjudgedChange) => boolean): number => changes.filter(holds).length;
	return {
		cutoff,
		persistence,
		queries: changes,
		overlap: mean((change) => change.overlap),
		rankBiasedOverlap: mean((change) => change.rankBiasedOverlap),
		firstChanged: count(({ firstChanged }) => firstChanged),
		membersChanged: count(({ entered, left }) => entered.length + left.length > 0),
		orderChanged: count(({ orderChanged }) => orderChanged),
	};
}

function idsOf(ranking: Ranking | undefined): readonly DocId[] {
	return (ranking ?? []).map(({ docId }) => docId);
}
