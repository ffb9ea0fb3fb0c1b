import { join } from 'node:path';
import type { IndexedRanking, QueryId } from '../../contract.ts';
import type { CorpusOrder } from '../../ranking.ts';
import { readExactRun } from '../trec/exact-run.ts';
import { readOwnRun } from '../trec/run.ts';
import { readRecorded } from './recorded-file.ts';
import type { RunFolder } from './run-folder.ts';

/** The rankings of a run folder's run.trec, by queryIndex, once its bytes are those that were written. */
export function readRankings(
	run: Pick<RunFolder, 'path' | 'manifest'>,
	queryIds: readonly QueryId[],
	order: CorpusOrder,
): IndexedRanking[] {
	return readRecordedRun(run, 'run.trec', queryIds, order);
}

/** The rankings of any TREC file of a run folder, such as that of a leg, by queryIndex; checked likewise. */
export function readRecordedRun(
	run: Pick<RunFolder, 'path' | 'manifest'>,
	name: string,
	queryIds: readonly QueryId[],
	order: CorpusOrder,
): IndexedRanking[] {
	readRecorded(run, name);
	return readExactRun(join(run.path, name), queryIds, order);
}

/** The rankings of a TREC file of a run folder by the ids that it names, where no dataset is at hand; checked likewise. */
export function readRecordedIds(
	run: Pick<RunFolder, 'path' | 'manifest'>,
	name: string,
): ReturnType<typeof readOwnRun> {
	readRecorded(run, name);
	return readOwnRun(join(run.path, name));
}
