import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset, DocId, Qrels, QueryId } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { identityHash } from '../../harness/files/json.ts';
import { writeFileWhole } from '../../harness/files/write-file.ts';
import { readJudgmentsFile, standingJudgments } from '../../harness/labels/judgments-file.ts';
import { type PoolHeader, poolText } from '../../harness/labels/pool-file.ts';
import { poolRuns } from '../../harness/labels/pool-runs.ts';
import { textsHash } from '../../harness/labels/texts-hash.ts';
import { formatCount } from '../../harness/report/numbers.ts';
import { fileName } from '../../harness/run/folder/file-name.ts';
import { openRuns } from '../open-runs.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

export interface PoolFlags extends OutputFlags {
	readonly depth: number;
	readonly out?: string;
	readonly data?: string;
	readonly known: 'carry' | 'ask';
	readonly judgments: readonly string[];
	readonly resultsDir: string;
	readonly seed: number;
}

/** `bench pool`. */
export async function writePool(names: readonly string[], flags: PoolFlags): Promise<void> {
	const terminal = await openTerminal(flags);
	const { whole, dataset, runs } = await openRuns(names, flags, terminal);
	const judged = knownJudgments(dataset, flags);
	const items = poolRuns({ ...dataset, rankings: runs.map(({ rankings }) => rankings), judged, ...flags });
	const header: PoolHeader = {
		format: 1,
		kind: 'pool',
		dataset: {
			name: dataset.name,
			directory: dataset.directory,
			sensitive: dataset.sensitivePolicy,
			texts_sha256: textsHash(whole),
		},
		runs: runs.length,
		// Sorted: neither which run is which nor the order in which they were named can be read from it.
		runs_sha256: identityHash(runs.map(({ run }) => sha256(readFileSync(join(run.path, 'run.trec')))).sort()),
		depth: flags.depth,
		seed: flags.seed,
	};
	const text = poolText(header, items);
	const place = join(flags.resultsDir, 'judging', `${fileName(dataset.name)}-${sha256(text).slice(0, 8)}.pool.jsonl`);
	const path = flags.out ?? place;
	if (existsSync(path) && readFileSync(path, 'utf8') !== text)
		throw new BenchError('usage', `${path} exists and is another pool`, {
			hint: 'Judgments may belong to it: name another file, or delete it yourself.',
		});
	writeFileWhole(path, text);
	const carried = items.filter(({ grade }) => grade !== undefined).length;
	const queries = new Set(items.map(({ queryId }) => queryId)).size;
	if (terminal.json) {
		terminal.printJson({ pool: path, queries, items: items.length, judged: carried, to_judge: items.length - carried });
		return;
	}
	terminal.print(`pool file  ${path}`);
	terminal.print(
		`${formatCount(items.length)} documents for ${formatCount(queries)} queries (top ${flags.depth} of ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}): ${formatCount(carried)} judged before, ${formatCount(items.length - carried)} to judge`,
	);
	terminal.note(`\nNext: bench judge ${path}`);
}

/** What is carried along: the dataset's judgments, then those of the files, which may not contradict them. */
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

function sha256(content: string | Uint8Array): string {
	return createHash('sha256').update(content).digest('hex');
}
