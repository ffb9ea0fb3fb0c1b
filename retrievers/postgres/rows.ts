import type { Doc, Ranking } from '../../harness/contract.ts';

/** The columns that every search of ours selects. */
export interface RankedRow {
	readonly doc_index: number;
	readonly score: number;
}

export function rankingOf(rows: readonly RankedRow[], corpus: readonly Doc[]): Ranking {
	return rows.map(({ doc_index, score }) => ({ docId: (corpus[doc_index] as Doc).id, score }));
}
