import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Doc, Qrels, Query, QueryId, SensitivePolicy } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { checkScopes } from './check-scopes.ts';
import { mergeJudgments } from './judgments.ts';
import { markCopies } from './mark-copies.ts';
import { inReadingOrder, type Problem, problemsOf } from './problems.ts';
import { readCorpus } from './read-corpus.ts';
import { readQrels } from './read-qrels.ts';
import { type QueryRecord, readQueries } from './read-queries.ts';

/** Everything that was read from a dataset's folder, with everything that is wrong with it. */
export interface DatasetRead {
	readonly corpus: readonly Doc[];
	readonly queries: readonly Query[];
	readonly qrels: Qrels;
	/** The queries' lines, with their provenance. */
	readonly queryRecords: readonly QueryRecord[];
	readonly sensitiveDocs: number;
	readonly sensitiveLeftOut: number;
	/** Errors and warnings in reading order. With any error the rest is not fit for use. */
	readonly problems: readonly Problem[];
}

/**
 * Reads and checks the three files of a dataset, whatever is wrong with them.
 *
 * @throws BenchError `data` when there is no such folder or a file can't be read at all.
 */
export async function readDataset(directory: string, sensitive: SensitivePolicy): Promise<DatasetRead> {
	if (!existsSync(directory) || !statSync(directory).isDirectory())
		throw new BenchError('data', `${directory} is not a folder`, {
			hint: 'A dataset is a folder that holds corpus.jsonl, queries.jsonl and qrels.jsonl.',
		});
	const problems: Problem[] = [];
	const file = (name: string) => ({ path: join(directory, name), problems: problemsOf(name, problems) });
	const inCorpus = file('corpus.jsonl');
	const inQueries = file('queries.jsonl');
	const inQrels = file('qrels.jsonl');
	for (const { path, problems } of [inCorpus, inQueries])
		if (!existsSync(path)) problems.error('missing-file', 0, 'there is no such file');

	const corpus = existsSync(inCorpus.path)
		? await readCorpus(inCorpus.path, inCorpus.problems)
		: { records: [], ids: new Set<string>() };
	const queries = existsSync(inQueries.path)
		? await readQueries(inQueries.path, inQueries.problems)
		: { records: [], ids: new Set<string>() };
	const qrels = existsSync(inQrels.path) ? await readQrels(inQrels.path, inQrels.problems) : undefined;
	// Without the corpus or the queries every judgment would point nowhere: one fault, reported once.
	const whole = existsSync(inCorpus.path) && existsSync(inQueries.path);
	const merged: Qrels = whole
		? mergeJudgments({
				queries,
				qrels,
				docIds: corpus.ids,
				inQueries: inQueries.problems,
				inQrels: inQrels.problems,
			})
		: new Map();

	const { docs: all, copies } = markCopies(corpus.records.map(({ doc }) => doc));
	if (copies > 0)
		inCorpus.problems.warning(
			'copies-of-sensitive',
			0,
			`${copies} ${copies === 1 ? 'document holds' : 'documents hold'} the text of a sensitive one, or nearly that, without its mark: treated as sensitive`,
		);
	checkScopes({
		docs: all,
		queries: queries.records,
		qrels,
		merged,
		inQueries: inQueries.problems,
		inQrels: inQrels.problems,
	});
	const kept = sensitive === 'leave-out' ? all.filter((doc) => !doc.sensitive) : all;
	const left = new Set(sensitive === 'leave-out' ? all.filter((doc) => doc.sensitive).map((doc) => doc.id) : []);
	if (all.length > 0 && kept.length === 0)
		inCorpus.problems.error('nothing-there', 0, 'holds only sensitive documents, which are left out');
	return {
		corpus: kept,
		queries: queries.records.map(({ query }) => query),
		qrels: withoutDocs(merged, left, (count, unscorable) =>
			inQrels.problems.warning(
				'sensitive-judgments',
				0,
				`${count} judgments name sensitive documents that are left out, and are left out with them${
					unscorable > 0 ? `; ${unscorable} queries have no other relevant document and can't be scored` : ''
				}`,
			),
		),
		queryRecords: queries.records,
		sensitiveDocs: all.filter((doc) => doc.sensitive).length,
		sensitiveLeftOut: left.size,
		problems: inReadingOrder(problems),
	};
}

/** The judgments without those of `left`; tells how many those were and how many queries lost every relevant one. */
function withoutDocs(
	qrels: Qrels,
	left: ReadonlySet<string>,
	report: (count: number, unscorable: number) => void,
): Qrels {
	const kept = new Map<QueryId, ReadonlyMap<string, number>>();
	let count = 0;
	let unscorable = 0;
	const relevant = (grades: Iterable<number>): boolean => [...grades].some((grade) => grade >= 1);
	for (const [queryId, grades] of qrels) {
		const rest = new Map([...grades].filter(([id]) => !left.has(id)));
		count += grades.size - rest.size;
		if (relevant(grades.values()) && !relevant(rest.values())) unscorable++;
		if (rest.size > 0) kept.set(queryId, rest);
	}
	if (count > 0) report(count, unscorable);
	return kept;
}
