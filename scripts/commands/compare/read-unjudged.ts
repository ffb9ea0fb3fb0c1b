import { alignRuns } from '../../../harness/compare/align.ts';
import type { Comparison } from '../../../harness/compare/comparison.ts';
import { unjudgedReadings } from '../../../harness/compare/unjudged-bounds.ts';
import type { Dataset } from '../../../harness/contract.ts';
import { loadDataset, selectStrata } from '../../../harness/datasets/load.ts';
import { resolveDataset } from '../../../harness/datasets/resolve.ts';
import { BenchError } from '../../../harness/errors.ts';
import { corpusOrder } from '../../../harness/ranking.ts';
import type { UnjudgedOutcome } from '../../../harness/report/compare/unjudged.ts';
import { readRankings } from '../../../harness/run/folder/read-rankings.ts';
import type { RunFolder } from '../../../harness/run/folder/run-folder.ts';

/**
 * The bounds that unjudged documents set for the primary rows of the comparison. It needs the dataset that the
 * runs were scored on: `data`, or the folder that the baseline names. Where that is not at hand, or is another one by
 * its fingerprint, the comparison goes without, and says why.
 */
export async function readUnjudged(
	runs: readonly RunFolder[],
	comparison: Comparison,
	data: string | undefined,
): Promise<UnjudgedOutcome> {
	try {
		const [baseline] = runs as readonly [RunFolder, ...RunFolder[]];
		const dataset = await datasetOf(baseline, data);
		const order = corpusOrder(dataset.corpus);
		const queryIds = dataset.queries.map(({ id }) => id);
		const labels = [comparison.baseline, ...comparison.challengers].map(({ label }) => label);
		const rankings = runs.map((run) => readRankings(run, queryIds, order));
		return {
			readings: unjudgedReadings({
				task: dataset,
				rankings: new Map(labels.map((label, i) => [label, rankings[i] ?? []])),
				aligned: alignRuns(runs, comparison.options.clusters),
				rows: comparison.rows,
				options: comparison.options,
			}),
		};
	} catch (error) {
		// A run folder that was changed is no comparison without a part, but none at all.
		if (error instanceof BenchError && error.code !== 'results')
			return { unavailable: error.message.split('\n')[0] as string };
		throw error;
	}
}

async function datasetOf({ manifest, path }: RunFolder, data: string | undefined): Promise<Dataset> {
	const { directory } = resolveDataset(data ?? manifest.dataset.directory);
	const whole = await loadDataset(directory, {
		sensitive: manifest.dataset.sensitive === 'lexical-only' ? 'lexical-only' : 'leave-out',
	});
	if (whole.fingerprint !== manifest.dataset.fingerprint)
		throw new BenchError('data', `${directory} is not what ${path} was scored on (judgments or texts differ)`);
	return manifest.selected_strata === undefined ? whole : selectStrata(whole, manifest.selected_strata);
}
