import type { Dataset, Doc, DocId, IndexedRanking, JsonObject, Metric, Query, QueryId, Ranking } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { type CorpusOrder, corpusOrder } from '../ranking.ts';
import type { RunRecord } from './run-record.ts';
import { inStoreOrder, type Visible, visibility } from './scopes/visible.ts';
import { scoreRun } from './scored-run.ts';
import { UNTIMED } from './timings.ts';

/** A run that was made elsewhere. */
export interface ForeignRun {
	/** The file's name as the user gave it, for messages. */
	readonly path: string;
	/** The system's name in tables. */
	readonly name: string;
	/** Best first, as `readTrecRun` ranks them: score descending, then docno descending. */
	readonly rankings: ReadonlyMap<QueryId, Ranking>;
	/** The line of the file that ranks a document for a query, for messages. */
	readonly lineOf?: (queryId: QueryId, docId: DocId) => number | undefined;
	/** Facts on the origin of the run, for the manifest. */
	readonly facts: JsonObject;
}

export interface ImportOptions {
	readonly metrics: readonly Metric[];
	/** Ranks kept per query; undefined: all. */
	readonly depth: number | undefined;
	readonly seed: number;
}

export interface ImportedRun {
	readonly record: RunRecord;
	/** Queries of the run that the dataset does not have: passed over. */
	readonly unknownQueries: number;
	/** Queries of the dataset that the run does not answer: they score 0 and count. */
	readonly unanswered: number;
}

/**
 * A run from elsewhere as if it had been run here: scored against the dataset, ready for `writeRun`. It keeps its own
 * order, has no timings, and can't be repeated. A document that the dataset does not have, or that the query may not see
 * (`--scopes`, `--as-of`), or not one query in common, is a BenchError.
 */
export function importRun(run: ForeignRun, dataset: Dataset, options: ImportOptions): ImportedRun {
	const order = corpusOrder(dataset.corpus);
	const known = new Set(dataset.queries.map(({ id }) => id));
	const unknownQueries = [...run.rankings.keys()].filter((id) => !known.has(id)).length;
	if (unknownQueries === run.rankings.size)
		throw new BenchError('data', `no query of ${run.path} is in ${dataset.name}`, {
			hint: 'The run belongs to another dataset. Query ids are compared as text.',
		});
	const seen = visibility(dataset);
	const rankings: IndexedRanking[] = new Array(dataset.queries.length);
	for (const queryIndex of inStoreOrder(dataset)) {
		const query = dataset.queries[queryIndex] as Query;
		const ranking = (run.rankings.get(query.id) ?? []).slice(0, options.depth);
		rankings[queryIndex] = indexed(run, query.id, ranking, order);
		requireSeen(run, query, ranking, seen(query), dataset);
	}
	const record: RunRecord = {
		...scoreRun(dataset, rankings, options.metrics),
		system: { name: run.name, plugin: { name: 'import' }, options: {} },
		depth: options.depth ?? rankings.reduce((most, { docs }) => Math.max(most, docs.length), 0),
		seed: options.seed,
		legs: [],
		pipeline: undefined,
		facts: run.facts,
		timings: UNTIMED,
	};
	return { record, unknownQueries, unanswered: rankings.filter(({ docs }) => docs.length === 0).length };
}

/**
 * A run that ranks documents of other stores searched something else than what its figures are about: systems that are run
 * here are refused for the same.
 */
function requireSeen(
	{ path, lineOf }: ForeignRun,
	query: Query,
	ranking: Ranking,
	{ docs }: Visible,
	{ scopes }: Dataset,
): void {
	if (docs === undefined) return;
	const ids = idsOf(docs);
	const outside = ranking.find(({ docId }) => !ids.has(docId));
	if (outside === undefined) return;
	const line = lineOf?.(query.id, outside.docId);
	throw new BenchError(
		'data',
		`${path}${line === undefined ? '' : `:${line}`}: document ${outside.docId} is not in the store of query ${query.id}`,
		{
			hint:
				scopes?.mode === 'shared'
					? 'It is newer than the query (--as-of).'
					: '--scopes shared scores a run over the whole corpus as one, and its figures say so.',
		},
	);
}

const idSets = new WeakMap<readonly Doc[], ReadonlySet<DocId>>();

function idsOf(docs: readonly Doc[]): ReadonlySet<DocId> {
	const known = idSets.get(docs) ?? new Set(docs.map(({ id }) => id));
	idSets.set(docs, known);
	return known;
}

/** Keeps the run's own order, which for ties differs from corpus order. */
function indexed(run: ForeignRun, queryId: QueryId, ranking: Ranking, order: CorpusOrder): IndexedRanking {
	const docIndexOf = (docId: DocId): number => {
		const docIndex = order.get(docId);
		if (docIndex !== undefined) return docIndex;
		throw new BenchError(
			'data',
			`${run.path} has document ${docId} (query ${queryId}), which the dataset does not have`,
			{
				hint: 'The run is over another collection, or over documents that --sensitive leaves out.',
			},
		);
	};
	return {
		docs: Int32Array.from(ranking, ({ docId }) => docIndexOf(docId)),
		scores: Float64Array.from(ranking, ({ score }) => score),
	};
}
