import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from '@commander-js/extra-typings';
import type { Dataset, DocId, Qrels, QueryId } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { identityHash } from '../../harness/files/json.ts';
import { sha256 } from '../../harness/files/sha256.ts';
import { writeFileWhole } from '../../harness/files/write-file.ts';
import { readJudgmentsFile, standingJudgments } from '../../harness/labels/judgments-file.ts';
import { type PoolHeader, poolText } from '../../harness/labels/pool-file.ts';
import { poolRuns } from '../../harness/labels/pool-runs.ts';
import { textsHash } from '../../harness/labels/texts-hash.ts';
import { formatCount } from '../../harness/report/numbers.ts';
import { receiptView } from '../../harness/report/receipt.ts';
import { fileName } from '../../harness/run/folder/file-name.ts';
import { readRecorded } from '../../harness/run/folder/recorded-file.ts';
import { addOutputFlags, addResultsFlag, collect, positiveInteger, wholeNumber } from '../flags.ts';
import type { Io } from '../io.ts';
import { type OpenedRuns, openRuns } from '../open-runs.ts';
import { openTerminal } from '../terminal.ts';

const NONE: readonly string[] = [];

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addResultsFlag(
			command
				.argument('<runs...>', 'run folders, or their names under results/')
				.option('--depth <n>', 'documents of each run and query', positiveInteger, 20)
				.option(
					'--changed',
					'only documents that some runs return and others do not: enough to tell which returns more that is relevant, not for recall',
				)
				.option('--out <file>', 'the pool file (default: <results>/judging/<dataset>-<hash>.pool.jsonl)')
				.option('--data <dir-or-name>', 'dataset (default: the one that the runs name)')
				.addOption(
					new Option('--known <what>', 'judgments that there are: carry them along, or ask again (for `bench agree`)')
						.choices(['carry', 'ask'] as const)
						.default('carry' as const),
				)
				.option('--judgments <file>', 'a judgments file whose grades are carried along too; repeatable', collect, NONE),
		).option('--seed <n>', 'seed of the order', wholeNumber, 42),
	)
		.description(
			"Merges every run's top documents into one file for `bench judge`. Order and systems are hidden: documents are shuffled within a query, and the file does not say who found what. It holds ids only. Judgments that the dataset has are carried along, so that nobody judges twice.",
		)
		.action(async (names, flags) => {
			const terminal = await openTerminal(flags, io);
			const { whole, dataset, runs } = await openRuns(names, flags, terminal);
			if (flags.changed === true && runs.length < 2)
				throw new BenchError('usage', 'pool --changed needs at least two runs', { hint: 'Name the runs that differ.' });
			const judged = knownJudgments(dataset, flags);
			const items = poolRuns({ ...dataset, rankings: runs.map(({ rankings }) => rankings), judged, ...flags });
			const path = writePool(poolText(headerOf(whole, runs, flags), items), dataset, flags);
			const carried = items.filter(({ grade }) => grade !== undefined).length;
			const queries = new Set(items.map(({ queryId }) => queryId)).size;
			const open = items.length - carried;
			terminal.printView(
				receiptView({
					kind: 'pool',
					title: `Pool of ${dataset.name}`,
					answer: [
						`pool file  ${path}`,
						`${formatCount(items.length)} documents for ${formatCount(queries)} queries (top ${flags.depth} of ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}${flags.changed === true ? ', where they differ' : ''}): ${formatCount(carried)} judged before, ${formatCount(open)} to judge`,
					],
					data: { pool: path, queries, items: items.length, judged: carried, to_judge: open },
				}),
			);
			terminal.note('');
			terminal.note(`Next: bench judge ${path}`);
		});
}

interface PoolFlags {
	readonly depth: number;
	readonly out?: string | undefined;
	readonly known: 'carry' | 'ask';
	readonly judgments: readonly string[];
	readonly resultsDir: string;
	readonly seed: number;
}

function headerOf(dataset: Dataset, runs: OpenedRuns['runs'], { depth, seed }: PoolFlags): PoolHeader {
	return {
		format: 1,
		kind: 'pool',
		dataset: {
			name: dataset.name,
			directory: dataset.directory,
			sensitive: dataset.sensitivePolicy,
			texts_sha256: textsHash(dataset),
		},
		runs: runs.length,
		// Sorted: neither which run is which nor the order in which they were named can be read from it.
		runs_sha256: identityHash(runs.map(({ run }) => sha256(readRecorded(run, 'run.trec'))).sort()),
		depth,
		seed,
	};
}

/** @returns where it is */
function writePool(text: string, dataset: Dataset, { out, resultsDir }: PoolFlags): string {
	const usual = join(resultsDir, 'judging', `${fileName(dataset.name)}-${sha256(text).slice(0, 8)}.pool.jsonl`);
	const path = out ?? usual;
	if (existsSync(path) && readFileSync(path, 'utf8') !== text)
		throw new BenchError('usage', `${path} exists and is another pool`, {
			hint: 'Judgments may belong to it: name another file, or delete it yourself.',
		});
	writeFileWhole(path, text);
	return path;
}

/** The judgments carried along: the dataset's own, then those of the files, which may not contradict them. */
function knownJudgments(dataset: Dataset, { known, judgments }: PoolFlags): Qrels {
	const merged = new Map<QueryId, Map<DocId, number>>();
	if (known === 'carry') for (const [queryId, grades] of dataset.qrels) merged.set(queryId, new Map(grades));
	for (const path of judgments)
		for (const { queryId, docId, grade } of standingJudgments(readJudgmentsFile(path).entries)) {
			const grades = merged.get(queryId) ?? new Map<DocId, number>();
			const before = grades.get(docId);
			if (before !== undefined && before !== grade)
				throw new BenchError(
					'data',
					`${path} gives document ${docId} of query ${queryId} the grade ${grade}, not ${before}`,
					{
						hint: 'Settle what judges disagree about with `bench merge-judgments` first.',
					},
				);
			merged.set(queryId, grades.set(docId, grade));
		}
	return merged;
}
