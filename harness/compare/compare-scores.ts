import { BenchError } from '../errors.ts';
import type { BootstrapResult } from '../stats/bootstrap.ts';
import type { AlignedQuery } from './align.ts';
import { standingsOf } from './all-pairs.ts';
import { columnsOf } from './columns.ts';
import { COMPARE_DEFAULTS, type ComparedRow, type CompareOptions, type Comparison } from './comparison.ts';
import { familyIntervals } from './family-intervals.ts';
import { judgeQuestion, type OpenRow } from './gatekeeping.ts';
import type { RemarksOnPair } from './leg-remarks.ts';
import { biggestMovers } from './movers.ts';
import { type Pair, pairsOf, resamplePairs } from './pairs.ts';
import { readQuestion } from './question.ts';
import { resampledFor, scopesOf, testRow } from './row.ts';

/** Systems scored on the same queries: all that verdicts are computed from. */
export interface ScoredSystems {
	/** Distinct, the baseline first. */
	readonly labels: readonly string[];
	/** The scores of each query in the order of the labels. */
	readonly aligned: readonly AlignedQuery[];
	readonly metrics: readonly string[];
	/** The audit's remarks on two of the systems (by index), by metric. */
	remarksOn(baseline: number, challenger: number): ReadonlyMap<string, RemarksOnPair>;
}

export interface ComparedScores
	extends Pick<Comparison, 'options' | 'question' | 'metrics' | 'rows' | 'standings' | 'movers'> {
	readonly pairs: readonly Pair[];
}

/** Compares scores by the rules of `compareRuns`, whatever the scores come from. */
export function compareScores(
	{ labels, aligned, metrics, remarksOn }: ScoredSystems,
	options: CompareOptions,
): ComparedScores {
	const columns = metrics.map((metric) => columnsOf(metric, aligned));
	const question = readQuestion(columns, options);
	const pairs = pairsOf(labels, remarksOn, options.allPairs);
	const byMetric = resamplePairs(columns, pairs, options);

	const open = byMetric.flatMap((ofMetric) =>
		(ofMetric[0] === undefined ? [] : scopesOf(ofMetric[0].columns)).flatMap((scope) =>
			ofMetric.map(
				({
					pair,
					columns: two,
					resampled,
				}): OpenRow & { readonly pairOf: Pair; readonly resampled: BootstrapResult } => ({
					row: testRow(two, scope, { column: 1, label: pair.labels.challenger }, resampled, options),
					pair: `${pair.baseline} ${pair.challenger}`,
					notATest: pair.remarks.get(two.metric)?.notATest,
					pairOf: pair,
					resampled: resampledFor(scope, resampled),
				}),
			),
		),
	);
	const judged = judgeQuestion(open, question, options).map((row, i) => ({
		...(open[i] as (typeof open)[number]),
		row,
	}));
	const simultaneous = options.simultaneous ? familyIntervals(judged, 1 - options.alpha) : [];
	const rows = judged.map(
		({ row, pairOf, notATest }, i): ComparedRow => ({
			...row,
			baseline: pairOf.labels.baseline,
			notATest,
			remark: pairOf.remarks.get(row.metric)?.remark,
			simultaneous: simultaneous[i],
		}),
	);
	return {
		options,
		question,
		metrics,
		rows,
		standings: options.allPairs ? standingsOf(rows, labels) : [],
		movers: byMetric.flatMap((ofMetric) =>
			ofMetric.flatMap(({ pair, columns: two }) => biggestMovers(two, pair.labels, options.movers)),
		),
		pairs,
	};
}

/** The options with their defaults. Values out of range are a BenchError. */
export function resolveCompareOptions(choices: Partial<CompareOptions>): CompareOptions {
	const options: CompareOptions = { ...COMPARE_DEFAULTS, ...choices };
	const { alpha, margin, resamples, power } = options;
	const fail = (message: string): never => {
		throw new BenchError('usage', message);
	};
	if (!(alpha > 0 && alpha < 0.5)) fail(`alpha is above 0 and below 0.5, not ${alpha}`);
	if (!(power > alpha && power < 1)) fail(`power is above alpha and below 1, not ${power}`);
	if (margin !== undefined && !(margin > 0)) fail(`a margin is above 0, not ${margin}`);
	if (!Number.isSafeInteger(resamples) || resamples < 100) fail(`at least 100 resamples are needed, not ${resamples}`);
	return options;
}
