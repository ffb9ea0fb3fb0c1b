import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DocId, Qrels, QueryId } from '../../../harness/contract.ts';
import { formatProblem, type Problem, problemsOf } from '../../../harness/datasets/problems.ts';
import { readQrels } from '../../../harness/datasets/read-qrels.ts';
import { BenchError } from '../../../harness/errors.ts';
import { isJudgmentsHeader, readJudgmentsFile, standingJudgments } from '../../../harness/labels/judgments-file.ts';
import { readLinesFile } from '../../../harness/labels/lines-file.ts';
import { readTrecQrels } from '../../../harness/run/trec/qrels.ts';

export interface Judge {
	readonly name: string;
	readonly qrels: Qrels;
	/** sha-256 of the rubric, where the file says it. */
	readonly rubric?: string;
	/** See `textsHash`; where the file says it. */
	readonly texts?: string;
}

/**
 * One judge's grades: a judgments file of `bench judge`, a qrels.jsonl or the folder of a dataset that holds one, or
 * TREC qrels.
 */
export async function readJudge(path: string): Promise<Judge> {
	const file = existsSync(join(path, 'qrels.jsonl')) ? join(path, 'qrels.jsonl') : path;
	if (!existsSync(file)) throw new BenchError('data', `there is no file ${path}`);
	if (!file.endsWith('.jsonl')) return { name: basename(path), qrels: readTrecQrels(file) };
	if (!isJudgmentsHeader(readLinesFile(file, 'judgments file').header))
		return { name: basename(path), qrels: await readOwnQrels(file) };
	const { header, entries } = readJudgmentsFile(file);
	const qrels = new Map<QueryId, Map<DocId, number>>();
	for (const { queryId, docId, grade } of standingJudgments(entries))
		qrels.set(queryId, (qrels.get(queryId) ?? new Map<DocId, number>()).set(docId, grade));
	return { name: header.judge, qrels, rubric: header.rubric.sha256, texts: header.dataset.texts_sha256 };
}

async function readOwnQrels(path: string): Promise<Qrels> {
	const problems: Problem[] = [];
	const records = await readQrels(path, problemsOf(path, problems));
	const [error] = problems.filter(({ severity }) => severity === 'error');
	if (error !== undefined) throw new BenchError('data', formatProblem('.', error).slice(2));
	return new Map(records.map(({ queryId, grades }) => [queryId, grades ?? new Map()]));
}
