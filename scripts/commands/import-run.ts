import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { BenchError } from '../../harness/errors.ts';
import { DEFAULT_METRICS } from '../../harness/metrics/index.ts';
import { runsView } from '../../harness/report/runs/run.ts';
import type { View } from '../../harness/report/view.ts';
import { readRun } from '../../harness/run/folder/read.ts';
import { writeRun } from '../../harness/run/folder/write.ts';
import { importRun } from '../../harness/run/import-run.ts';
import { datasetOfQrels } from '../../harness/run/qrels-dataset.ts';
import { readTrecQrels } from '../../harness/run/trec/qrels.ts';
import { lastTag, lineOfDocument, readRunColumns, readTrecRun } from '../../harness/run/trec/run.ts';
import { loadMetrics } from '../../retrievers/user/user-metric.ts';
import {
	addDatasetFlags,
	addMetricsFlag,
	addOutputFlags,
	addResultsFlag,
	positiveInteger,
	wholeNumber,
} from '../flags.ts';
import type { Io } from '../io.ts';
import { type DatasetFlags, openDataset } from '../open-dataset.ts';
import { openTerminal, type Terminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addDatasetFlags(
			addResultsFlag(
				addMetricsFlag(
					command
						.option('--qrels <file>', 'TREC qrels to score against where there is no dataset')
						.option('--name <name>', "what tables call the system (default: the run's tag)"),
					DEFAULT_METRICS.join(','),
				)
					.option('--depth <n>', 'ranks kept per query (default: all)', positiveInteger)
					.option('--out <dir>', 'the run folder to write'),
			).option('--seed <n>', 'recorded in the manifest', wholeNumber, 42),
		),
	)
		.description(
			'Scores a TREC run against a dataset (or against TREC qrels alone) and writes a run folder, so that systems from elsewhere can be compared and gated.',
		)
		.argument('<file.trec>', 'lines of: query Q0 doc rank score tag (plain or gzip)')
		.action(async (file, flags) => {
			const terminal = await openTerminal(flags, io);
			terminal.printView(await importFile(file, flags, terminal));
		});
}

interface ImportFlags extends DatasetFlags {
	readonly qrels?: string;
	readonly name?: string;
	readonly metrics?: readonly string[];
	readonly depth?: number;
	readonly out?: string;
	readonly resultsDir: string;
	readonly seed: number;
}

async function importFile(file: string, flags: ImportFlags, terminal: Terminal): Promise<View> {
	if (flags.qrels !== undefined && (flags.data !== undefined || flags.strata !== undefined))
		throw new BenchError('usage', '--qrels stands for a dataset: it does not go with --data or --strata');
	const metrics = await loadMetrics(flags.metrics ?? DEFAULT_METRICS);
	const rankings = readTrecRun(file);
	const tag = lastTag(readRunColumns(file));
	const dataset =
		flags.qrels === undefined
			? await openDataset(flags, terminal)
			: datasetOfQrels(flags.qrels, readTrecQrels(flags.qrels), rankings);
	const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
	const imported = importRun(
		{
			path: file,
			name: flags.name ?? tag,
			rankings,
			lineOf: (query, doc) => lineOfDocument(file, query, doc),
			facts: { file: basename(file), sha256, tag },
		},
		dataset,
		{ metrics, depth: flags.depth, seed: flags.seed },
	);
	const path = writeRun(imported.record, {
		created: new Date().toISOString(),
		selectedStrata: flags.strata,
		resultsDirectory: flags.resultsDir,
		...(flags.out === undefined ? {} : { out: flags.out }),
	});
	const { unanswered, unknownQueries } = imported;
	const view = runsView([readRun(path)]);
	return {
		...view,
		notes: [
			...(unknownQueries > 0 ? [`${unknownQueries} queries of the run are not in the dataset: passed over.`] : []),
			...(unanswered > 0 ? [`${unanswered} queries are not answered by the run: they score 0 and count.`] : []),
			...view.notes,
		],
		data: { ...view.data, unanswered, unknown_queries: unknownQueries },
	};
}
