import type { Dataset, Query } from '../contract.ts';
import { jaccard, overlapText, wordSet, words } from './lexical-overlap.ts';
import { findDuplicates } from './near-duplicates.ts';

/** Quantiles are interpolated linearly between neighbours (type 7 of Hyndman & Fan 1996). */
export interface Spread {
	readonly n: number;
	readonly p50: number;
	readonly p90: number;
	readonly p95: number;
	readonly max: number;
}

export interface StratumStats {
	readonly queries: number;
	/** Queries without a relevant document: they can't be scored. */
	readonly unscorable: number;
	/** Relevant documents (grade >= 1) per query, over the queries that have any. */
	readonly relevant: Spread;
	/** Words per query. */
	readonly words: Spread;
	/** Jaccard of the words of a query and of each of its relevant documents (content and keywords). */
	readonly overlap: Spread;
}

/** Statistics of a dataset that show none of its text. */
export interface DatasetStats {
	readonly name: string;
	readonly directory: string;
	readonly fingerprint: string;
	readonly docs: number;
	readonly emptyDocs: number;
	readonly sensitiveLeftOut: number;
	readonly sensitiveKept: number;
	/** Words and characters (UTF-16 code units) of the contents. */
	readonly docWords: Spread;
	readonly docChars: Spread;
	/** Documents per category; those without one are counted under "". */
	readonly categories: Readonly<Record<string, number>>;
	readonly tagged: number;
	readonly withKeywords: number;
	readonly dated: number;
	readonly queries: number;
	readonly queryChars: Spread;
	readonly overall: StratumStats;
	/** In order of first appearance. */
	readonly strata: Readonly<Record<string, StratumStats>>;
	/** True when any grade is over 1. */
	readonly graded: boolean;
	/** Judgments per grade, the lowest first. */
	readonly grades: Readonly<Record<string, number>>;
	/** Documents that repeat an earlier one to the character. */
	readonly exactDuplicates: number;
	/** Pairs of different documents whose 3-word shingles have a Jaccard of 0.8 or more. */
	readonly nearDuplicatePairs: number;
	/** Where documents or queries have scopes. */
	readonly scopes?: ScopeStats;
}

export interface ScopeStats {
	readonly scopes: number;
	/** Documents that a query of the scope can find: its own and those of every scope. */
	readonly docs: Spread;
	readonly queries: Spread;
	/** Documents that are in every scope, and queries that see everything. */
	readonly docsEverywhere: number;
	readonly queriesUnscoped: number;
	/** Queries that say when they were asked. */
	readonly asked: number;
}

function scopeStats({ corpus, queries }: Dataset): ScopeStats | undefined {
	const docsOf = new Map<string, number>();
	const queriesOf = new Map<string, number>();
	for (const { scopes = [] } of corpus) for (const scope of scopes) docsOf.set(scope, (docsOf.get(scope) ?? 0) + 1);
	for (const { scope } of queries) if (scope !== undefined) queriesOf.set(scope, (queriesOf.get(scope) ?? 0) + 1);
	const names = new Set([...docsOf.keys(), ...queriesOf.keys()]);
	if (names.size === 0) return undefined;
	const docsEverywhere = corpus.filter(({ scopes }) => scopes === undefined).length;
	return {
		scopes: names.size,
		docs: spread([...names].map((name) => (docsOf.get(name) ?? 0) + docsEverywhere)),
		queries: spread([...names].map((name) => queriesOf.get(name) ?? 0)),
		docsEverywhere,
		queriesUnscoped: queries.filter(({ scope }) => scope === undefined).length,
		asked: queries.filter(({ askedAt }) => askedAt !== undefined).length,
	};
}

export function describeDataset(dataset: Dataset): DatasetStats {
	const { corpus, queries, qrels } = dataset;
	const contents = corpus.map(({ content }) => content);
	const duplicates = findDuplicates(contents.filter((content) => content.trim() !== ''));
	const strata = groupByStratum(queries);
	const overlaps = overlapOf(dataset);
	const scopes = scopeStats(dataset);
	const grades = [...qrels.values()].flatMap((judged) => [...judged.values()]);
	return {
		name: dataset.name,
		directory: dataset.directory,
		fingerprint: dataset.fingerprint,
		docs: corpus.length,
		emptyDocs: contents.filter((content) => content.trim() === '').length,
		sensitiveLeftOut: dataset.sensitiveLeftOut,
		sensitiveKept: corpus.filter(({ sensitive }) => sensitive).length,
		docWords: spread(contents.map((content) => words(content).length)),
		docChars: spread(contents.map((content) => content.length)),
		categories: counts(corpus.map(({ category }) => category ?? '')),
		tagged: corpus.filter(({ tags }) => tags.length > 0).length,
		withKeywords: corpus.filter(({ expandedKeywords }) => expandedKeywords.length > 0).length,
		dated: corpus.filter(({ createdAt }) => createdAt !== undefined).length,
		queries: queries.length,
		queryChars: spread(queries.map(({ text }) => text.length)),
		overall: stratumStats(queries, overlaps),
		strata: Object.fromEntries([...strata].map(([stratum, members]) => [stratum, stratumStats(members, overlaps)])),
		graded: grades.some((grade) => grade > 1),
		grades: counts(grades.sort((x, y) => x - y).map(String)),
		exactDuplicates: duplicates.exact.reduce((sum, group) => sum + group.length - 1, 0),
		nearDuplicatePairs: duplicates.near.length,
		...(scopes === undefined ? {} : { scopes }),
	};
}

export function spread(values: readonly number[]): Spread {
	const sorted = Float64Array.from(values).sort();
	const at = (p: number): number => {
		if (sorted.length === 0) return Number.NaN;
		const position = p * (sorted.length - 1);
		const below = sorted[Math.floor(position)] as number;
		return below + (position - Math.floor(position)) * ((sorted[Math.ceil(position)] as number) - below);
	};
	return { n: sorted.length, p50: at(0.5), p90: at(0.9), p95: at(0.95), max: at(1) };
}

function stratumStats(queries: readonly Query[], overlaps: Overlaps): StratumStats {
	const relevant = queries.map(({ id }) => overlaps.get(id) ?? []);
	const scorable = relevant.filter((values) => values.length > 0);
	return {
		queries: queries.length,
		unscorable: queries.length - scorable.length,
		relevant: spread(scorable.map((values) => values.length)),
		words: spread(queries.map(({ text }) => words(text).length)),
		overlap: spread(relevant.flat()),
	};
}

/** Query id -> overlap with each of its relevant documents. */
type Overlaps = ReadonlyMap<string, readonly number[]>;

function overlapOf({ corpus, queries, qrels }: Dataset): Overlaps {
	const byId = new Map(corpus.map((doc) => [doc.id, doc]));
	const docWords = new Map<string, ReadonlySet<string>>();
	const wordsOf = (id: string): ReadonlySet<string> => {
		let known = docWords.get(id);
		if (known === undefined) {
			const doc = byId.get(id);
			known = doc === undefined ? new Set() : wordSet(overlapText(doc));
			docWords.set(id, known);
		}
		return known;
	};
	return new Map(
		queries.map(({ id, text }) => {
			const queryWords = wordSet(text);
			const relevant = [...(qrels.get(id) ?? [])].filter(([, grade]) => grade >= 1);
			return [id, relevant.map(([docId]) => jaccard(queryWords, wordsOf(docId)))];
		}),
	);
}

function groupByStratum(queries: readonly Query[]): Map<string, Query[]> {
	const groups = new Map<string, Query[]>();
	for (const query of queries) {
		const group = groups.get(query.stratum);
		if (group === undefined) groups.set(query.stratum, [query]);
		else group.push(query);
	}
	return groups;
}

function counts(values: readonly string[]): Record<string, number> {
	const count = new Map<string, number>();
	for (const value of values) count.set(value, (count.get(value) ?? 0) + 1);
	return Object.fromEntries(count);
}
