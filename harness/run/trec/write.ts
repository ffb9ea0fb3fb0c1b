import type { DocId, IndexedRanking, Qrels, QueryId } from '../../contract.ts';
import { nextDown, nextDownSingle } from './next-down.ts';
import { requireTrecToken } from './token.ts';

/**
 * A run as other tools read it: `query Q0 doc rank score tag`, rankings by queryIndex.
 *
 * Tools sort by score and break ties in ways of their own (trec_eval: docno descending), and many keep scores as 32-bit
 * floats, in which scores that differ may be tied. So that all of them see our order, a score that is not below the
 * one before it as a 32-bit float is nudged to the next lower one. Other scores are written as they are; beyond the
 * range of 32-bit floats the next lower double has to do.
 */
export function interchangeRunText(
	queryIds: readonly QueryId[],
	docIds: readonly DocId[],
	rankings: readonly IndexedRanking[],
	tag: string,
): string {
	return runText(queryIds, docIds, rankings, tag, scoreBelow);
}

/**
 * A run with its scores as they are, ties and all, each in the shortest form that reads back to the same double (-0 as 0). Ties
 * stand in corpus order; `readExactRun` gives the same rankings again.
 */
export function exactRunText(
	queryIds: readonly QueryId[],
	docIds: readonly DocId[],
	rankings: readonly IndexedRanking[],
	tag: string,
): string {
	return runText(queryIds, docIds, rankings, tag, (score) => score);
}

function runText(
	queryIds: readonly QueryId[],
	docIds: readonly DocId[],
	rankings: readonly IndexedRanking[],
	tag: string,
	written: (score: number, before: number) => number,
): string {
	// A tag is a label, not a key: white space in it is replaced rather than refused.
	const label = tag.replace(/[\s\0]+/g, '_') || 'run';
	const lines: string[] = [];
	rankings.forEach(({ docs, scores }, queryIndex) => {
		if (docs.length === 0) return;
		const queryId = requireTrecToken(queryIds[queryIndex] as QueryId, 'query id');
		let before = Number.POSITIVE_INFINITY;
		for (let i = 0; i < docs.length; i++) {
			const docId = requireTrecToken(docIds[docs[i] as number] as DocId, 'document id');
			before = written(scores[i] as number, before);
			lines.push(`${queryId} Q0 ${docId} ${i + 1} ${before} ${label}\n`);
		}
	});
	return lines.join('');
}

/** The score itself where it is below the one before for every reader, else the next lower value. */
function scoreBelow(score: number, before: number): number {
	const [own, last] = [Math.fround(score), Math.fround(before)];
	if (own < last && score < before) return score;
	const nudged = nextDownSingle(last);
	return Number.isFinite(last) && Number.isFinite(nudged) ? nudged : score < before ? score : nextDown(before);
}

/** Qrels as other tools read them: `query 0 doc grade`, in the order of the map. */
export function qrelsText(qrels: Qrels): string {
	const lines: string[] = [];
	for (const [queryId, grades] of qrels) {
		requireTrecToken(queryId, 'query id');
		for (const [docId, grade] of grades)
			lines.push(`${queryId} 0 ${requireTrecToken(docId, 'document id')} ${grade}\n`);
	}
	return lines.join('');
}
