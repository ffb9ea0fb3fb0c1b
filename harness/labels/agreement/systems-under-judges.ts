import { alignScores } from '../../compare/align.ts';
import { compareScores, resolveCompareOptions } from '../../compare/compare-scores.ts';
import { type ComparedRow, type CompareOptions, OVERALL } from '../../compare/comparison.ts';
import { remarksOnPair } from '../../compare/leg-remarks.ts';
import type { Verdict } from '../../compare/verdict.ts';
import type { Dataset, IndexedRanking, Metric, Qrels } from '../../contract.ts';
import { BenchError } from '../../errors.ts';
import type { RunFolder } from '../../run/folder/run-folder.ts';
import { scoreRankings, summarise } from '../../run/scoring.ts';
import { kendallTauB } from '../../stats/kendall-tau-b.ts';
import { restrictToShared } from './judge-agreement.ts';

/** A run with its rankings, by queryIndex. */
export interface RankedRun {
	readonly run: RunFolder;
	readonly label: string;
	readonly rankings: readonly IndexedRanking[];
}

export interface MetricUnderJudges {
	readonly metric: string;
	/** Queries with a relevant document under either judge. */
	readonly n: number;
	/** In the order of the runs: means by the first and the second judge's grades. */
	readonly systems: readonly { readonly label: string; readonly first: number; readonly second: number }[];
	/** Kendall's tau of the two orders of the systems; undefined with one system, or where a judge makes all equal. */
	readonly tau: number | undefined;
	/** Every later run against the first one. */
	readonly verdicts: readonly {
		readonly challenger: string;
		readonly first: { readonly delta: number; readonly verdict: Verdict };
		readonly second: { readonly delta: number; readonly verdict: Verdict };
	}[];
}

export interface SystemsUnderJudges {
	readonly baseline: string;
	readonly metrics: readonly MetricUnderJudges[];
	/** Queries that one judge finds a relevant document for and the other does not: left out, so that both score the same. */
	readonly leftOut: number;
	/** The overall rows of both comparisons: what their clusters are is read from them. */
	readonly rows: readonly ComparedRow[];
}

/**
 * The same rankings scored by either judge's grades, over the documents that both judged and the queries that both can
 * score: whatever differs is due to the judges. Verdicts are those of `bench compare` on these scores.
 */
export function systemsUnderJudges(
	dataset: Dataset,
	runs: readonly RankedRun[],
	judges: { readonly first: Qrels; readonly second: Qrels },
	metrics: readonly Metric[],
	settings: Pick<CompareOptions, 'resamples' | 'seed' | 'alpha' | 'clusters'>,
): SystemsUnderJudges {
	const qrels = [restrictToShared(judges.first, judges.second), restrictToShared(judges.second, judges.first)];
	const scored = qrels.map((own) =>
		runs.map(({ rankings }) => scoreRankings({ ...dataset, qrels: own }, rankings, metrics)),
	);
	const scorable = scored.map(
		([first]) => new Set((first ?? []).filter((score) => score.metrics !== undefined).map(({ queryId }) => queryId)),
	);
	const [a, b] = scorable as [Set<string>, Set<string>];
	const both = new Set([...a].filter((queryId) => b.has(queryId)));
	if (both.size === 0)
		throw new BenchError('data', 'no query has a relevant document under both judges: no system can be scored', {
			hint: 'They judged too few documents in common, or agree on no relevant one.',
		});
	const names = metrics.map(({ name }) => name);
	const rescored = scored.map((byRun) =>
		byRun.map((scores) => {
			const kept = scores.filter(({ queryId }) => both.has(queryId));
			// Relevant documents may differ between judges, never between the runs of one.
			return { scores: kept, summary: summarise(kept, names) };
		}),
	);
	const comparisons = rescored.map((byRun) =>
		byRun.length < 2
			? undefined
			: compareScores(
					{
						labels: runs.map(({ label }) => label),
						aligned: alignScores(
							byRun.map(({ scores }) => scores),
							settings.clusters,
						),
						metrics: names,
						remarksOn: (one, other) =>
							remarksOnPair((runs[one] as RankedRun).run, (runs[other] as RankedRun).run, names),
					},
					resolveCompareOptions(settings),
				),
	);
	return {
		baseline: runs[0]?.label ?? '',
		leftOut: a.size + b.size - 2 * both.size,
		rows: comparisons.flatMap((comparison) => comparison?.rows.filter(({ stratum }) => stratum === OVERALL) ?? []),
		metrics: names.map((metric) => {
			const means = rescored.map((byRun) => byRun.map(({ summary }) => summary.overall.metrics[metric] ?? Number.NaN));
			const [first, second] = means as [number[], number[]];
			return {
				metric,
				n: both.size,
				systems: runs.map(({ label }, i) => ({ label, first: first[i] as number, second: second[i] as number })),
				tau: kendallTauB(first, second),
				verdicts: runs.slice(1).map(({ label }) => {
					const [x, y] = comparisons.map((comparison) =>
						comparison?.rows.find(
							(row) => row.metric === metric && row.stratum === OVERALL && row.challenger === label,
						),
					);
					const said = (row: typeof x) => ({
						delta: row?.effect.meanDelta ?? Number.NaN,
						verdict: row?.verdict ?? 'inconclusive',
					});
					return { challenger: label, first: said(x), second: said(y) };
				}),
			};
		}),
	};
}
