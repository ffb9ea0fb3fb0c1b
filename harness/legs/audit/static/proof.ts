import type { AuditContext } from './synthetic-input.ts';

/**
 * Whether the search for an entry is a proof where it finds none: the fusion looks at ranks only, a document that a leg
 * did not return gets nothing from it, no other leg's list depends on what is in another, and no stage weighs documents.
 * Then the K-th best score is lowest where the others share their first K - 1 documents, which is tried. Everywhere
 * else scores, absent documents and exclusions can combine in more ways than can be tried, and nothing is claimed.
 */
export function entryProven(context: AuditContext): boolean {
	const { pipeline, others, readsScores } = context;
	const names = pipeline.stages.map(({ stage }) => stage.name);
	// A filter behind a limit leaves as many as happen to pass: what the leg lifts past the limit may be all there is.
	const lastFilter = names.findLastIndex((name) => FILTERS.has(name));
	const limitFirst = names.includes('limit') && names.indexOf('limit') < lastFilter;
	const cutsOnly = pipeline.stages.every(
		// A reranker may put first whatever it is given: it is given a newcomer where that is among its `top`, a cutoff.
		({ stage }) => CUTS.has(stage.name) || stage.name === 'rerank' || isLevelPrior(stage.name, context),
	);
	return (
		!readsScores &&
		pipeline.fusionOptions.absent !== 'union' &&
		others.every(({ exclude }) => exclude.length === 0) &&
		cutsOnly &&
		!limitFirst
	);
}

/**
 * Whether finding no reordering is a proof that there is none: where {@link neverReorders} says so, and for the order of
 * the documents of a single other leg under the conditions of {@link entryProven}.
 */
export function reorderProven(context: AuditContext): boolean {
	// Of two or more others some lists bring any two documents as close to each other as one likes.
	const reranked = context.pipeline.stages.some(({ stage }) => stage.name === 'rerank');
	return neverReorders(context) || (entryProven(context) && context.others.length < 2 && !reranked);
}

/**
 * Whether no search is needed to know that the leg turns the order of no two documents of the others: a sort by date
 * has the last word, or the leg may return none of them and no stage weighs documents, so it gives all of them the same.
 */
export function neverReorders(context: AuditContext): boolean {
	const { pipeline, leg, others } = context;
	const names = pipeline.stages.map(({ stage }) => stage.name);
	const sorted = pipeline.stages.findLastIndex(
		({ stage, options }) => stage.name === 'sort' && options.by === 'recency' && context.range.dated,
	);
	if (sorted >= 0 && names.slice(sorted + 1).every((name) => FILTERS.has(name) || name === 'limit')) return true;
	const barred = others.every(({ name }) => leg.exclude.includes(name));
	const unmoved = others.every(({ exclude }) => exclude.length === 0) && names.every((name) => CUTS.has(name));
	return barred && unmoved && givesOthersTheSame(context);
}

/** Whether every document that the leg did not return gets the same from it. */
function givesOthersTheSame({ pipeline: { fusion, fusionOptions } }: AuditContext): boolean {
	return KNOWN.has(fusion.name) || (MULTIPLYING.has(fusion.name) && fusionOptions.absent !== 'union');
}

/** Stages that let a document through or not by what it is, whatever its rank. */
const FILTERS: ReadonlySet<string> = new Set(['filter', 'window']);

/** Stages that take documents out or order them anew, and weigh none. */
const CUTS: ReadonlySet<string> = new Set([...FILTERS, 'limit', 'sort']);

/** Fusions that give every document which a leg did not return the same from it. */
const KNOWN: ReadonlySet<string> = new Set(['rrf', 'rbc', 'append', 'minmax', 'zscore', 'dbsf', 'combsum', 'tm2c2']);

/** Those that multiply what a document gets by the number of legs that returned it: the same only where it is nothing. */
const MULTIPLYING: ReadonlySet<string> = new Set(['isr', 'combmnz']);

/** A prior by importance over a corpus in which every document has the same. */
function isLevelPrior(name: string, { range }: AuditContext): boolean {
	return name === 'importance' && range.importance[0] === range.importance[1];
}
