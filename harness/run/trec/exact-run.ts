import type { IndexedRanking, QueryId } from '../../contract.ts';
import { BenchError } from '../../errors.ts';
import { type CorpusOrder, toIndexed } from '../../ranking.ts';
import { readOwnRun } from './run.ts';

/**
 * Reads what `exactRunText` wrote, exactly: rankings by queryIndex, scores to the last bit, ties in corpus order. A
 * query without lines has an empty ranking; a query or document that the dataset doesn't have is an error.
 */
export function readExactRun(path: string, queryIds: readonly QueryId[], order: CorpusOrder): IndexedRanking[] {
	const byQuery = readOwnRun(path);
	const known = new Set(queryIds);
	for (const queryId of byQuery.keys())
		if (!known.has(queryId))
			throw new BenchError('data', `${path} has query ${queryId}, which the dataset does not have`, {
				hint: 'The run belongs to another dataset, or to another version of it.',
			});
	return queryIds.map((queryId) =>
		toIndexed(byQuery.get(queryId) ?? [], order, Number.POSITIVE_INFINITY, { retriever: path, queryId }),
	);
}
