import { missedBudget } from '../../run/folder/rerank-facts.ts';
import type { RunFolder } from '../../run/folder/run-folder.ts';
import { queriesCutText } from '../../run/queries-cut.ts';
import type { Summary } from '../../run/scores.ts';
import { formatCount, formatMilliseconds } from '../numbers.ts';

/** Under the table of scores: what the means of a run hide. */
export function answerNotes(runs: readonly RunFolder[]): readonly string[] {
	return runs.flatMap((run) => answerWords(run).map((words) => `${run.manifest.system.name}: ${words}.`));
}

/** `236 of 311 queries returned nothing and score 0`: a line for each thing that happened. */
export function answerWords({ manifest, summary }: Pick<RunFolder, 'manifest' | 'summary'>): readonly string[] {
	const all = formatCount(manifest.dataset.queries);
	const { unanswered = 0, failed = 0, unknown_ids: unknown = 0 } = summary;
	return [
		...(unanswered > 0 ? [`${formatCount(unanswered)} of ${all} queries returned nothing and score 0`] : []),
		...(failed > 0 ? [`${formatCount(failed)} of ${all} queries failed and score 0`] : []),
		...(unknown > 0 ? [`${formatCount(unknown)} returned ids that the corpus lacks were left out`] : []),
	];
}

/** Warnings that must not be missed: failed queries, dropped ids, a system that answered nothing, or scores that are all 0. */
export function answerWarnings(runs: readonly RunFolder[]): readonly string[] {
	return runs.flatMap(({ manifest, summary }) => {
		const { name } = manifest.system;
		const { unanswered: _said, ...serious } = summary;
		const words = answerWords({
			manifest,
			summary: summary.unanswered === manifest.dataset.queries ? summary : serious,
		});
		const zero = isAllZero(summary) ? ['every score is 0: check that what it returns are ids of this corpus'] : [];
		return [...words, ...zero].map((text) => `${name}: ${text}.`);
	});
}

/** Systems that missed the budget of their reranker on some queries: on those they are others. */
export function budgetWarnings(runs: readonly RunFolder[]): readonly string[] {
	return runs.flatMap(({ manifest: { rerank, system } }) => {
		const missed = missedBudget(rerank);
		return missed === undefined ? [] : [`${system.name}: ${missed}.`];
	});
}

/** Systems that searched for a part of some queries only. */
export function cutWarnings(runs: readonly RunFolder[]): readonly string[] {
	return runs.flatMap(({ manifest: { queries_cut: cuts, dataset, system } }) => {
		const text = queriesCutText(cuts, dataset.queries);
		return text === undefined ? [] : [`${system.name}: ${text}.`];
	});
}

function isAllZero({ overall }: Summary): boolean {
	const means = Object.values(overall.metrics);
	return overall.n > 0 && means.length > 0 && means.every((mean) => mean === 0);
}

/** How the latencies were taken, where it is not one query after the other in one go. */
export function timingNotes(runs: readonly RunFolder[]): readonly string[] {
	return runs.flatMap(({ manifest, timings }) => {
		const { concurrency, queriesPerSecond, resumedQueries, rerank } = timings ?? {};
		const { name } = manifest.system;
		return [
			...(concurrency === undefined || queriesPerSecond === undefined
				? []
				: [
						`${name}: ${concurrency} queries at once, ${queriesPerSecond.toFixed(1)} per second; latency is per query.`,
					]),
			...(resumedQueries === undefined
				? []
				: [`${name}: ${formatCount(resumedQueries)} latencies are of the run that was interrupted.`]),
			...(rerank === undefined || rerank.cachedPairs === 0 || rerank.perQuery.n === 0
				? []
				: [
						`${name}: ${formatCount(rerank.cachedPairs)} of ${formatCount(rerank.pairs)} reranker scores came from the cache, so total leaves their cost out: ${formatMilliseconds(rerank.perQuery.p50)} ms (p50), ${formatMilliseconds(rerank.perQuery.p95)} ms (p95) per query when they were scored.`,
					]),
		];
	});
}
