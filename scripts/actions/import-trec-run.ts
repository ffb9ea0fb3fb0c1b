import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { BenchError } from '../../harness/errors.ts';
import { DEFAULT_METRICS, parseMetrics } from '../../harness/metrics/index.ts';
import { runsView } from '../../harness/report/run.ts';
import { readRun } from '../../harness/run/folder/read.ts';
import { writeRun } from '../../harness/run/folder/write.ts';
import { importRun } from '../../harness/run/import-run.ts';
import { datasetOfQrels } from '../../harness/run/qrels-dataset.ts';
import { readTrecQrels } from '../../harness/run/trec/qrels.ts';
import { lastTag, readRunColumns, readTrecRun } from '../../harness/run/trec/run.ts';
import { type DatasetFlags, openDataset } from '../open-dataset.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

export interface ImportFlags extends OutputFlags, DatasetFlags {
	readonly qrels?: string;
	readonly name?: string;
	readonly metrics?: readonly string[];
	readonly depth?: number;
	readonly out?: string;
	readonly resultsDir: string;
	readonly seed: number;
}

/** `bench import-run`. */
export async function importTrecRun(file: string, flags: ImportFlags): Promise<void> {
	if (flags.qrels !== undefined && (flags.data !== undefined || flags.strata !== undefined))
		throw new BenchError('usage', '--qrels stands for a dataset: it does not go with --data or --strata');
	const terminal = await openTerminal(flags);
	const metrics = parseMetrics(flags.metrics ?? DEFAULT_METRICS);
	const rankings = readTrecRun(file);
	const tag = lastTag(readRunColumns(file));
	const dataset =
		flags.qrels === undefined
			? await openDataset(flags, terminal)
			: datasetOfQrels(flags.qrels, readTrecQrels(flags.qrels), rankings);
	const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
	const imported = importRun(
		{ path: file, name: flags.name ?? tag, rankings, facts: { file: basename(file), sha256, tag } },
		dataset,
		{ metrics, depth: flags.depth, seed: flags.seed },
	);
	const path = writeRun(imported.record, {
		created: new Date().toISOString(),
		selectedStrata: flags.strata,
		resultsDirectory: flags.resultsDir,
		...(flags.out === undefined ? {} : { out: flags.out }),
	});
	const run = readRun(path);
	if (imported.unknownQueries > 0)
		terminal.note(`${imported.unknownQueries} queries of the run are not in the dataset: passed over`);
	if (imported.unanswered > 0)
		terminal.note(`${imported.unanswered} queries are not answered by the run: they score 0 and count`);
	const view = runsView([run]);
	const { unanswered, unknownQueries } = imported;
	terminal.printView({ ...view, data: { ...view.data, unanswered, unknown_queries: unknownQueries } });
}
