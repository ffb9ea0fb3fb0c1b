import { type LegRemarks, legRemarks } from '../audit/index.ts';
import { BenchError } from '../errors.ts';
import { parseMetric } from '../metrics/parse.ts';
import type { RunFolder } from '../results/run-folder.ts';
import type { StratifiedBootstrap } from '../stats/bootstrap.ts';
import { alignRuns } from './align.ts';
import { columnsOf, sharedMetrics } from './columns.ts';
import { COMPARE_DEFAULTS, type CompareOptions, type Comparison } from './comparison.ts';
import { judgeFamily } from './family.ts';
import { labelRuns } from './labels.ts';
import { biggestMovers } from './movers.ts';
import { bootstrapAll } from './resampling.ts';
import { scopesOf, testRow } from './row.ts';
import { comparisonWarnings } from './warnings.ts';

/**
 * Compares every challenger with the baseline, paired by query. For each metric the overall row and those of all
 * strata, over all challengers, are one family that is corrected together (a dataset of one stratum has the overall
 * row only: the other would be the same test).
 *
 * What `choices` leaves out is as in `COMPARE_DEFAULTS`. Overall means are over queries; their interval is resampled within strata. The same runs, options and seed give the
 * same comparison. Runs of different data are a BenchError (see `align.ts`).
 */
export function compareRuns(
	baseline: RunFolder,
	challengers: readonly RunFolder[],
	choices: Partial<CompareOptions> = {},
): Comparison {
	const options: CompareOptions = { ...COMPARE_DEFAULTS, ...choices };
	requireSound(options);
	const runs = [baseline, ...challengers];
	const labels = labelRuns(runs);
	const compared = runs.map((run) => ({ label: labels.get(run) ?? run.path, path: run.path }));
	const aligned = alignRuns(runs);
	const metrics = sharedMetrics(runs, options.metrics);
	const columns = metrics.map((metric) => columnsOf(metric, aligned));
	const resampled = bootstrapAll(columns, options);
	const others = compared.slice(1).map(({ label }, i) => ({ label, place: i + 1 }));
	const remarks = remarksByMetric(baseline, challengers, metrics);
	const remarkOn = (metric: string, challenger: string): LegRemarks | undefined =>
		remarks.get(metric)?.[others.findIndex(({ label }) => label === challenger)];
	return {
		baseline: compared[0] as (typeof compared)[number],
		challengers: compared.slice(1),
		dataset: { name: baseline.manifest.dataset.name, fingerprint: baseline.manifest.dataset.fingerprint },
		options,
		metrics,
		rows: columns.flatMap((column, i) => {
			const scopes = scopesOf(column);
			const tested = scopes.flatMap((scope) =>
				others.map((challenger) =>
					testRow(column, scope, challenger, resampled[i]?.[challenger.place - 1] as StratifiedBootstrap, options),
				),
			);
			return judgeFamily(tested, options).map((row) => {
				const found = remarkOn(row.metric, row.challenger);
				return { ...row, notATest: found?.inPlace, remark: found?.remark };
			});
		}),
		movers: columns.flatMap((column) => others.flatMap((other) => biggestMovers(column, other, options.movers))),
		untested: sentencesOf(remarks, others, ({ sentences }) => sentences),
		warnings: [...sentencesOf(remarks, others, ({ notAudited }) => notAudited), ...comparisonWarnings(runs, labels)],
	};
}

/** By metric, then by challenger. Metrics of one cutoff share an audit. */
function remarksByMetric(
	baseline: RunFolder,
	challengers: readonly RunFolder[],
	metrics: readonly string[],
): ReadonlyMap<string, readonly LegRemarks[]> {
	const cutoffs = metrics.map((metric) => parseMetric(metric).cutoff);
	const byCutoff = new Map(
		[...new Set(cutoffs)].map((cutoff) => [
			cutoff,
			challengers.map((run) => legRemarks(baseline, run, Number.isFinite(cutoff) ? cutoff : undefined)),
		]),
	);
	return new Map(metrics.map((metric, i) => [metric, byCutoff.get(cutoffs[i] as number) ?? []]));
}

/** Each sentence once, after the challenger that it is about. */
function sentencesOf(
	remarks: ReadonlyMap<string, readonly LegRemarks[]>,
	others: readonly { readonly label: string }[],
	pick: (found: LegRemarks) => readonly string[],
): readonly string[] {
	return [
		...new Set(
			others.flatMap(({ label }, i) =>
				[...remarks.values()].flatMap((found) =>
					pick(found[i] as LegRemarks).map((sentence) => `${label}: ${sentence}`),
				),
			),
		),
	];
}

function requireSound({ alpha, margin, resamples, power }: CompareOptions): void {
	const fail = (message: string): never => {
		throw new BenchError('usage', message);
	};
	if (!(alpha > 0 && alpha < 0.5)) fail(`alpha is above 0 and below 0.5, not ${alpha}`);
	if (!(power > alpha && power < 1)) fail(`power is above alpha and below 1, not ${power}`);
	if (margin !== undefined && !(margin > 0)) fail(`a margin is above 0, not ${margin}`);
	if (!Number.isSafeInteger(resamples) || resamples < 100) fail(`at least 100 resamples are needed, not ${resamples}`);
}
