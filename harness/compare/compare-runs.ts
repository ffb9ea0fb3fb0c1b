import type { RunFolder } from '../run/folder/run-folder.ts';
import { alignRuns } from './align.ts';
import { sharedMetrics } from './columns.ts';
import { compareScores, resolveCompareOptions } from './compare-scores.ts';
import type { ComparedRun, CompareOptions, Comparison } from './comparison.ts';
import { labelRuns } from './labels.ts';
import { remarksOnPair } from './leg-remarks.ts';
import { sentencesOn } from './pairs.ts';
import { comparisonWarnings } from './warnings.ts';

/**
 * Compares every challenger with the baseline (with `allPairs` every run with every other), paired by query. One row is
 * the primary question and decided alone; strata and further metrics are one secondary family behind it
 * (`gatekeeping.ts`). A dataset of one stratum has overall rows only: the others would be the same tests.
 *
 * `choices` overrides `COMPARE_DEFAULTS`. Overall means are over queries; their interval is resampled within strata. The
 * same runs, options and seed give the same comparison. Runs of different data, and metrics or strata that they don't
 * have, are a BenchError.
 */
export function compareRuns(
	baseline: RunFolder,
	challengers: readonly RunFolder[],
	choices: Partial<CompareOptions> = {},
): Comparison {
	const options = resolveCompareOptions(choices);
	const runs = [baseline, ...challengers];
	const labels = labelRuns(runs);
	const compared = runs.map((run): ComparedRun => ({ label: labels.get(run) ?? run.path, path: run.path }));
	const metrics = sharedMetrics(runs, options.metrics);
	const { pairs, ...scores } = compareScores(
		{
			labels: compared.map(({ label }) => label),
			aligned: alignRuns(runs, options.clusters),
			metrics,
			remarksOn: (one, other) => remarksOnPair(runs[one] as RunFolder, runs[other] as RunFolder, metrics),
		},
		options,
	);
	return {
		baseline: compared[0] as ComparedRun,
		challengers: compared.slice(1),
		dataset: { name: baseline.manifest.dataset.name, fingerprint: baseline.manifest.dataset.fingerprint },
		...scores,
		untested: sentencesOn(pairs, ({ sentences }) => sentences, options),
		warnings: [...sentencesOn(pairs, ({ notAudited }) => notAudited, options), ...comparisonWarnings(runs, labels)],
	};
}
