import type { DocId, IndexedRanking, Qrels, QueryId } from '../contract.ts';
import { nextDown } from './next-down.ts';
import { requireTrecToken } from './token.ts';

/**
 * A run as other tools read it: `query Q0 doc rank score tag`, rankings by query place.
 *
 * Tools sort by score and break ties in ways of their own (trec_eval: docno descending). So that all of them see our
 * order, a score that is not below the one before it is nudged to the next lower 64-bit double: tied documents differ
 * in the last digit, and the order is ours whoever sorts. Scores without ties are written as they are. (A tool that
 * reads scores as 32-bit floats loses the nudges.)
 */
export function interchangeRunText(
	queryIds: readonly QueryId[],
	docIds: readonly DocId[],
	rankings: readonly IndexedRanking[],
	tag: string,
): string {
	return runText(queryIds, docIds, rankings, tag, (score, before) => (score < before ? score : nextDown(before)));
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
	rankings.forEach(({ docs, scores }, place) => {
		if (docs.length === 0) return;
		const queryId = requireTrecToken(queryIds[place] as QueryId, 'query id');
		let before = Number.POSITIVE_INFINITY;
		for (let i = 0; i < docs.length; i++) {
			const docId = requireTrecToken(docIds[docs[i] as number] as DocId, 'document id');
			before = written(scores[i] as number, before);
			lines.push(`${queryId} Q0 ${docId} ${i + 1} ${before} ${label}\n`);
		}
	});
	return lines.join('');
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
