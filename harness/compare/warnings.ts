import type { Json } from '../contract.ts';
import { missedBudget } from '../run/folder/rerank-facts.ts';
import type { RunFolder } from '../run/folder/run-folder.ts';
import { foundNothingText } from '../run/found-nothing.ts';
import { queriesCutText } from '../run/queries-cut.ts';
import type { RunLabels } from './labels.ts';

/**
 * Differences between the runs that do not forbid comparing them, but should be known before
 * reading the numbers: embedding models first of all.
 */
export function comparisonWarnings(runs: readonly RunFolder[], labels: RunLabels): readonly string[] {
	return [
		...unansweredQueries(runs, labels),
		...missedBudgets(runs, labels),
		...cutQueries(runs, labels),
		...differing(
			runs,
			labels,
			'EMBEDDERS DIFFER: what is compared is the models as much as the systems',
			embeddersOf,
			(value) => value !== 'none',
		),
		...differing(
			runs,
			labels,
			'QUERIES THAT FOUND NOTHING DIFFER: where a system finds no document at all, the other wins whatever its order is',
			({ manifest }) => foundNothingText(manifest.found_nothing) ?? 'none',
		),
		...differing(
			runs,
			labels,
			'SCOPES DIFFER: the systems did not search the same documents for a query',
			({ manifest }) => scopesText(manifest.dataset.scopes),
		),
		...differing(runs, labels, 'Depths differ', ({ manifest }) => String(manifest.depth)),
		...differing(runs, labels, 'Tool versions differ', ({ manifest }) =>
			[manifest.tool.version, manifest.tool.commit?.slice(0, 12) ?? ''].join(' ').trim(),
		),
	];
}

function scopesText(scopes: RunFolder['manifest']['dataset']['scopes']): string {
	if (scopes === undefined) return 'the whole corpus';
	return `--scopes ${scopes.mode}${scopes.as_of ? ' --as-of' : ''}`;
}

/** Queries that score 0 for want of an answer: a system that fails looks like one that finds nothing. */
function unansweredQueries(runs: readonly RunFolder[], labels: RunLabels): readonly string[] {
	return runs.flatMap((run) => {
		const { unanswered = 0, failed = 0, unknown_ids: unknown = 0 } = run.summary;
		const words = [
			...(unanswered > 0 ? [`returned nothing for ${unanswered}`] : []),
			...(failed > 0 ? [`failed on ${failed}`] : []),
		];
		const label = labels.get(run) ?? run.path;
		return [
			...(words.length > 0 ? [`${label} ${words.join(' and ')} of ${run.manifest.dataset.queries} queries.`] : []),
			...(unknown > 0 ? [`${label} returned ${unknown} ids that the corpus lacks; they were left out.`] : []),
		];
	});
}

/** A reranker that missed its budget leaves the order before it: what is compared is a mixture of two systems. */
function missedBudgets(runs: readonly RunFolder[], labels: RunLabels): readonly string[] {
	return runs.flatMap((run) => {
		const missed = missedBudget(run.manifest.rerank);
		return missed === undefined ? [] : [`${labels.get(run) ?? run.path}: ${missed}.`];
	});
}

/** A system that takes only a part of long queries loses there for that, not for its order. */
function cutQueries(runs: readonly RunFolder[], labels: RunLabels): readonly string[] {
	return runs.flatMap((run) => {
		const { queries_cut: cuts, dataset } = run.manifest;
		const text = queriesCutText(cuts, dataset.queries);
		return text === undefined ? [] : [`${labels.get(run) ?? run.path}: ${text}.`];
	});
}

function differing(
	runs: readonly RunFolder[],
	labels: RunLabels,
	what: string,
	read: (run: RunFolder) => string,
	counts: (value: string) => boolean = () => true,
): string[] {
	const values = new Map<string, string[]>();
	for (const run of runs) {
		const value = read(run);
		if (counts(value)) values.set(value, [...(values.get(value) ?? []), labels.get(run) ?? run.path]);
	}
	if (values.size < 2) return [];
	return [`${what}: ${[...values].map(([value, names]) => `${names.join(', ')} has ${value}`).join('; ')}.`];
}

/** The embedder ids that a run's legs report, wherever in its facts they stand. */
function embeddersOf({ manifest }: RunFolder): string {
	const found = new Set<string>();
	const visit = (value: Json): void => {
		if (value === null || typeof value !== 'object') return;
		for (const [key, inner] of Object.entries(value)) {
			if (key === 'embedder' && typeof inner === 'string') found.add(inner);
			else visit(inner);
		}
	};
	visit(manifest.system.facts);
	for (const leg of manifest.system.legs ?? []) visit(leg.facts);
	return found.size === 0 ? 'none' : [...found].sort().join(' + ');
}
