import type { DatasetFormat } from './format.ts';
import { qrelsLines } from './trec.ts';

/** The judgments alone, as trec_eval and its kin take them beside the run.trec of a run folder. */
export const qrels: DatasetFormat = {
	name: 'qrels',
	summary: 'TREC qrels alone, to score the run.trec of a run folder with other tools',
	takes: 'nothing: documents and queries are in no qrels',
	options: {},
	write: (source) => ({ 'qrels.txt': qrelsLines(source) }),
};
