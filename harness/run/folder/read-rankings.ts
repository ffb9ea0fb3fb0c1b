import { join } from 'node:path';
import type { IndexedRanking, QueryId } from '../../contract.ts';
import type { CorpusOrder } from '../../ranking.ts';
import { readExactRun } from '../trec/exact-run.ts';
import { readRecorded } from './recorded-file.ts';
import type { RunFolder } from './run-folder.ts';

/** The rankings of a run folder's run.trec, by queryIndex, once its bytes are those that were written. */
export function readRankings(
	run: Pick<RunFolder, 'path' | 'manifest'>,
	queryIds: readonly QueryId[],
	order: CorpusOrder,
): IndexedRanking[] {
	readRecorded(run, 'run.trec');
	return readExactRun(join(run.path, 'run.trec'), queryIds, order);
}
