import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { type ClusterChoice, clusterOf } from '../../../harness/compare/cluster-choice.ts';
import type { Qrels, QueryId } from '../../../harness/contract.ts';
import { readDataset } from '../../../harness/datasets/read-dataset.ts';
import { resolveDataset } from '../../../harness/datasets/resolve.ts';
import { BenchError } from '../../../harness/errors.ts';
import { judgeAgreement } from '../../../harness/labels/agreement/judge-agreement.ts';
import { type SystemsUnderJudges, systemsUnderJudges } from '../../../harness/labels/agreement/systems-under-judges.ts';
import { textsHash } from '../../../harness/labels/texts-hash.ts';
import { parseMetrics } from '../../../harness/metrics/index.ts';
import { agreementView } from '../../../harness/report/labels/agreement.ts';
import { readRun } from '../../../harness/run/folder/read.ts';
import {
	addMetricsFlag,
	addOutputFlags,
	addResultsFlag,
	positiveInteger,
	readNumber,
	wholeNumber,
} from '../../flags.ts';
import type { Io } from '../../io.ts';
import { openRuns, type RunsFlags } from '../../open-runs.ts';
import {
	addClusterFlag,
	type ClusterSource,
	datasetAsClusterSource,
	readClusters,
	runAsClusterSource,
} from '../../read-clusters.ts';
import { openTerminal, type Terminal } from '../../terminal.ts';
import { type Judge, readJudge } from './read-judge.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addResultsFlag(
			addMetricsFlag(
				addClusterFlag(command)
					.argument('<first>', 'a judge: one of the files named above')
					.argument('<second>', 'the other judge')
					.option('--runs <runs...>', 'run folders to score under either judge; the first one is the baseline'),
				'those of the first run',
			)
				.option('--data <dir-or-name>', 'dataset of the runs (default: the one that they name)')
				.option('--confidence <share>', 'of the intervals', readNumber, 0.95)
				.option('--resamples <n>', 'bootstrap resamples of the verdicts (--runs)', positiveInteger, 10_000),
		).option('--seed <n>', 'seed of everything random', wholeNumber, 42),
	)
		.description(
			"Compares two judges on the documents that both judged. A judge is a judgments file, a qrels.jsonl, a dataset's folder or TREC qrels. Prints Cohen's kappa (plain, linear, quadratic) with intervals, and each grade; with --runs also whether the comparison of systems comes out the same under either judge.",
		)
		.action(async (firstPath, secondPath, flags) => {
			if (!(flags.confidence > 0.5 && flags.confidence < 1))
				throw new BenchError('usage', `--confidence is above 0.5 and below 1, not ${flags.confidence}`);
			const terminal = await openTerminal(flags, io);
			const [first, second] = [await readJudge(firstPath), await readJudge(secondPath)];
			const source = await clusterSource(flags, [firstPath, secondPath]);
			const clusters = await readAgreeClusters(flags.cluster, source);
			const agreement = judgeAgreement(first.qrels, second.qrels, {
				confidence: flags.confidence,
				clusterOf: source && clusterLookup(source, clusters),
			});
			if (agreement.n === 0)
				throw new BenchError('data', `${firstPath} and ${secondPath} have no judged document in common`, {
					hint: '`bench pool --known ask` makes a pool in which documents that were judged before are judged again.',
				});
			const systems =
				flags.runs === undefined
					? undefined
					: await compareSystems(flags.runs, first, second, { ...flags, clusters }, terminal);
			const sameName = first.name === second.name;
			terminal.printView(
				agreementView({
					first: sameName ? firstPath : first.name,
					second: sameName ? secondPath : second.name,
					agreement,
					systems,
					clusters,
					confidence: flags.confidence,
					warnings: warningsOf(first, second),
				}),
			);
		});
}

interface SystemsFlags extends RunsFlags {
	readonly metrics?: readonly string[] | undefined;
	readonly confidence: number;
	readonly resamples: number;
	readonly seed: number;
	readonly clusters: ClusterChoice | undefined;
}

async function compareSystems(
	names: readonly string[],
	first: Judge,
	second: Judge,
	flags: SystemsFlags,
	terminal: Terminal,
): Promise<SystemsUnderJudges> {
	const { whole, dataset, runs } = await openRuns(names, flags, terminal);
	for (const { name, texts } of [first, second])
		if (texts !== undefined && texts !== textsHash(whole))
			throw new BenchError('data', `${name} judged other texts than those in ${whole.directory}`);
	const metrics = parseMetrics(flags.metrics ?? (runs[0]?.run.manifest.metrics as readonly string[]));
	return systemsUnderJudges(dataset, runs, { first: first.qrels, second: second.qrels }, metrics, {
		resamples: flags.resamples,
		seed: flags.seed,
		alpha: 1 - flags.confidence,
		...(flags.clusters === undefined ? {} : { clusters: flags.clusters }),
	});
}

/** The queries and their scopes, where a dataset is named: by --data, by the runs, or by a judge that is one's folder. */
async function clusterSource(
	{
		data,
		runs,
		resultsDir,
	}: { readonly data?: string; readonly runs?: readonly string[]; readonly resultsDir: string },
	judges: readonly string[],
): Promise<ClusterSource | undefined> {
	const [run] = runs ?? [];
	if (run !== undefined) return runAsClusterSource(readRun(run, resultsDir), data);
	const folder = data ?? judges.find((path) => existsSync(join(path, 'queries.jsonl')));
	if (folder === undefined) return undefined;
	const { directory } = resolveDataset(folder);
	const { queryRecords } = await readDataset(directory, 'leave-out');
	return datasetAsClusterSource({ directory, queries: queryRecords.map(({ query }) => query) });
}

function readAgreeClusters(
	field: string | undefined,
	source: ClusterSource | undefined,
): Promise<ClusterChoice | undefined> {
	if (source !== undefined) return readClusters(field, source);
	if (field === undefined || field === 'none') return Promise.resolve(field);
	throw new BenchError('usage', `--cluster ${field}: nothing says which queries belong together`, {
		hint: 'Name the dataset: --data <folder>, or --runs.',
	});
}

function clusterLookup(
	{ queries }: ClusterSource,
	choice: ClusterChoice | undefined,
): (queryId: QueryId) => string | undefined {
	const known = new Map(queries.map((query) => [query.queryId, clusterOf(query, choice)]));
	return (queryId) => known.get(queryId);
}

function warningsOf(first: Judge, second: Judge): readonly string[] {
	const [one, other] = [highest(first.qrels), highest(second.qrels)];
	return [
		...(first.rubric !== undefined && second.rubric !== undefined && first.rubric !== second.rubric
			? ['the judges used different rubrics: their grades may not mean the same']
			: []),
		...(one === other
			? []
			: [
					`grades of the one go up to ${one}, of the other to ${other}: read the row "relevant or not", the others compare different scales`,
				]),
	];
}

function highest(qrels: Qrels): number {
	let most = 0;
	for (const grades of qrels.values()) for (const grade of grades.values()) most = Math.max(most, grade);
	return most;
}
