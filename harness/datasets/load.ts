import { basename, resolve } from 'node:path';
import type { Dataset, ScopeMode, ScopePolicy, SensitivePolicy } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { unknownName } from '../names.ts';
import { fingerprint } from './fingerprint.ts';
import { datasetError, notesOf } from './problems.ts';
import { readDataset } from './read-dataset.ts';

export interface LoadOptions {
	/** How sensitive documents are treated; default: `leave-out`. */
	readonly sensitive?: SensitivePolicy;
	/** Only the queries of these strata, and their judgments. All of them by default. */
	readonly strata?: readonly string[];
	/** How queries see scopes; default: `separate` where there are any. */
	readonly scopes?: ScopeMode;
	/** Documents newer than a query are not there for it. */
	readonly asOf?: boolean;
	/** Told of each kind of warning, in one line without any text of documents or queries. */
	readonly note?: (message: string) => void;
}

/**
 * Loads the dataset in a folder: `corpus.jsonl`, `queries.jsonl` and `qrels.jsonl` (the authority on relevance; where
 * there is none, the queries' `relevant_ids` are).
 *
 * The fingerprint is that of the whole dataset also where strata are selected, so that runs on a part of a dataset
 * are known to be runs on that dataset.
 *
 * @throws BenchError `data` with the first twenty problems at file:line and the count of the rest; `usage` for a
 * stratum that no query has.
 */
export async function loadDataset(directory: string, options: LoadOptions = {}): Promise<Dataset> {
	const sensitivePolicy = options.sensitive ?? 'leave-out';
	const read = await readDataset(directory, sensitivePolicy);
	const errors = read.problems.filter(({ severity }) => severity === 'error');
	if (errors.length > 0) throw datasetError(directory, errors);
	if (options.note !== undefined) for (const message of notesOf(directory, read.problems)) options.note(message);
	const dataset: Dataset = {
		name: basename(resolve(directory)),
		directory,
		corpus: read.corpus,
		queries: read.queries,
		qrels: read.qrels,
		fingerprint: fingerprint(read),
		sensitivePolicy,
		sensitiveLeftOut: read.sensitiveLeftOut,
		...scopePolicy(directory, read, options),
	};
	return options.strata === undefined ? dataset : selectStrata(dataset, options.strata);
}

function scopePolicy(
	directory: string,
	{ corpus, queries }: Pick<Dataset, 'corpus' | 'queries'>,
	{ scopes, asOf = false }: LoadOptions,
): { readonly scopes?: ScopePolicy } {
	const scoped = queries.some(({ scope }) => scope !== undefined);
	if (scopes !== undefined && !scoped)
		throw new BenchError('usage', `--scopes ${scopes}: no query of ${directory} has a scope`, {
			hint: 'Every query sees the whole corpus there; leave the flag out.',
		});
	if (asOf && !queries.some(({ askedAt }) => askedAt !== undefined))
		throw new BenchError('usage', `--as-of: no query of ${directory} says when it was asked`, {
			hint: 'asked_at in queries.jsonl says it, as an ISO 8601 date.',
		});
	if (asOf && !corpus.some(({ createdAt }) => createdAt !== undefined))
		throw new BenchError('usage', `--as-of: no document of ${directory} has a created_at`, {
			hint: 'A document without a date is there for every query.',
		});
	if (!scoped && !asOf) return {};
	return { scopes: { mode: scopes ?? (scoped ? 'separate' : 'shared'), as_of: asOf } };
}

/**
 * The dataset with only the queries of these strata. Corpus and fingerprint stay.
 *
 * @throws BenchError `usage` for a stratum that no query has, or for none at all.
 */
export function selectStrata(dataset: Dataset, strata: readonly string[]): Dataset {
	const known = [...new Set(dataset.queries.map(({ stratum }) => stratum))];
	for (const stratum of strata) {
		if (known.includes(stratum)) continue;
		throw unknownName('stratum', stratum, known, {
			message: `${dataset.name} has no stratum "${stratum}"`,
		});
	}
	if (strata.length === 0)
		throw new BenchError('usage', 'No stratum was selected', { hint: `There are: ${known.join(', ')}.` });
	const queries = dataset.queries.filter(({ stratum }) => strata.includes(stratum));
	const ids = new Set(queries.map(({ id }) => id));
	return { ...dataset, queries, qrels: new Map([...dataset.qrels].filter(([queryId]) => ids.has(queryId))) };
}
