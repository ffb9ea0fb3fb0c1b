import { BenchError } from '../errors.ts';
import type { RunFolder } from '../run/folder/run-folder.ts';
import type { BootstrapResult } from '../stats/bootstrap.ts';
import { alignRuns } from './align.ts';
import { standingsOf } from './all-pairs.ts';
import { columnsOf, sharedMetrics } from './columns.ts';
import {
	COMPARE_DEFAULTS,
	type ComparedRow,
	type ComparedRun,
	type CompareOptions,
	type Comparison,
} from './comparison.ts';
import { familyIntervals } from './family-intervals.ts';
import { judgeQuestion, type OpenRow } from './gatekeeping.ts';
import { labelRuns } from './labels.ts';
import { biggestMovers } from './movers.ts';
import { type Pair, pairsOf, resamplePairs, sentencesOn } from './pairs.ts';
import { readQuestion } from './question.ts';
import { resampledFor, scopesOf, testRow } from './row.ts';
import { comparisonWarnings } from './warnings.ts';

/**
 * Compares every challenger with the baseline (with `allPairs` every run with every other), paired by query. One row is
 * the primary question and decided alone; strata and further metrics are one secondary family behind it
 * (`gatekeeping.ts`). A dataset of one stratum has overall rows only: the others would be the same tests.
 *
 * What `choices` leaves out is as in `COMPARE_DEFAULTS`. Overall means are over queries; their interval is resampled
 * within strata. The same runs, options and seed give the same comparison. Runs of different data, and metrics or
 * strata that they don't have, are a BenchError.
 */
export function compareRuns(
	baseline: RunFolder,
	challengers: readonly RunFolder[],
	choices: Partial<CompareOptions> = {},
): Comparison {
	const options: CompareOptions = { ...COMPARE_DEFAULTS, ...choices };
	checkOptions(options);
	const runs = [baseline, ...challengers];
	const labels = labelRuns(runs);
	const compared = runs.map((run): ComparedRun => ({ label: labels.get(run) ?? run.path, path: run.path }));
	const aligned = alignRuns(runs);
	const metrics = sharedMetrics(runs, options.metrics);
	const columns = metrics.map((metric) => columnsOf(metric, aligned));
	const question = readQuestion(columns, options);
	const pairs = pairsOf(runs, compared, metrics, options.allPairs);
	const byMetric = resamplePairs(columns, pairs, options);

	const open = byMetric.flatMap((ofMetric) =>
		(ofMetric[0] === undefined ? [] : scopesOf(ofMetric[0].columns)).flatMap((scope) =>
			ofMetric.map(
				({
					pair,
					columns: two,
					resampled,
				}): OpenRow & { readonly pairOf: Pair; readonly resampled: BootstrapResult } => ({
					row: testRow(two, scope, { place: 1, label: pair.labels.challenger }, resampled, options),
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
		baseline: compared[0] as ComparedRun,
		challengers: compared.slice(1),
		dataset: { name: baseline.manifest.dataset.name, fingerprint: baseline.manifest.dataset.fingerprint },
		options,
		question,
		metrics,
		rows,
		standings: options.allPairs ? standingsOf(rows, compared) : [],
		movers: byMetric.flatMap((ofMetric) =>
			ofMetric.flatMap(({ pair, columns: two }) => biggestMovers(two, pair.labels, options.movers)),
		),
		untested: sentencesOn(pairs, ({ sentences }) => sentences, options),
		warnings: [...sentencesOn(pairs, ({ notAudited }) => notAudited, options), ...comparisonWarnings(runs, labels)],
	};
}

function checkOptions({ alpha, margin, resamples, power }: CompareOptions): void {
	const fail = (message: string): never => {
		throw new BenchError('usage', message);
	};
	if (!(alpha > 0 && alpha < 0.5)) fail(`alpha is above 0 and below 0.5, not ${alpha}`);
	if (!(power > alpha && power < 1)) fail(`power is above alpha and below 1, not ${power}`);
	if (margin !== undefined && !(margin > 0)) fail(`a margin is above 0, not ${margin}`);
	if (!Number.isSafeInteger(resamples) || resamples < 100) fail(`at least 100 resamples are needed, not ${resamples}`);
}
