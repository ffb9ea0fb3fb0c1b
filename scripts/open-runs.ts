import { labelRuns } from '../harness/compare/labels.ts';
import type { Dataset, IndexedRanking } from '../harness/contract.ts';
import { loadDataset, selectStrata } from '../harness/datasets/load.ts';
import { resolveDataset } from '../harness/datasets/resolve.ts';
import { BenchError } from '../harness/errors.ts';
import { corpusOrder } from '../harness/ranking.ts';
import { readRun } from '../harness/run/folder/read.ts';
import { readRankings } from '../harness/run/folder/read-rankings.ts';
import type { RunFolder } from '../harness/run/folder/run-folder.ts';
import { recordedScopes } from './repeat-run.ts';
import type { Terminal } from './terminal.ts';

export interface RunsFlags {
	readonly data?: string;
	readonly resultsDir: string;
}

export interface OpenedRun {
	readonly run: RunFolder;
	/** Its name in tables. */
	readonly label: string;
	/** By queryIndex. */
	readonly rankings: readonly IndexedRanking[];
}

export interface OpenedRuns {
	/** With all its queries. */
	readonly whole: Dataset;
	/** With the queries of the strata that were run. */
	readonly dataset: Dataset;
	readonly runs: readonly OpenedRun[];
}

/**
 * Reads run folders, their rankings, and the dataset that they are runs on: where `--data` names none, the folder that
 * the first run's manifest names. Runs of other data than the first one's are an error; a dataset with other judgments
 * than they were scored on is a warning, because the rankings are still those of its documents. Scopes are seen as the
 * first run saw them.
 */
export async function openRuns(names: readonly string[], flags: RunsFlags, terminal: Terminal): Promise<OpenedRuns> {
	const folders = names.map((name) => readRun(name, flags.resultsDir));
	const [first] = folders;
	if (first === undefined) throw new BenchError('usage', 'no run was named');
	for (const { path, manifest } of folders) {
		if (manifest.dataset.fingerprint !== first.manifest.dataset.fingerprint)
			throw new BenchError('results', `${path} and ${first.path} are runs on different data`, {
				hint: 'Run all systems on the same dataset.',
			});
		if (String(manifest.selected_strata) !== String(first.manifest.selected_strata))
			throw new BenchError('results', `${path} and ${first.path} are runs on different strata`);
	}
	const whole = await openDatasetOf(first, flags, terminal);
	const strata = first.manifest.selected_strata;
	const dataset = strata === undefined ? whole : selectStrata(whole, strata);
	const order = corpusOrder(dataset.corpus);
	const queryIds = dataset.queries.map(({ id }) => id);
	const labels = labelRuns(folders);
	return {
		whole,
		dataset,
		runs: folders.map((run) => ({
			run,
			label: labels.get(run) ?? run.path,
			rankings: readRankings(run, queryIds, order),
		})),
	};
}

async function openDatasetOf({ path, manifest }: RunFolder, flags: RunsFlags, terminal: Terminal): Promise<Dataset> {
	const { directory } = resolveDataset(flags.data ?? manifest.dataset.directory);
	const dataset = await loadDataset(directory, {
		sensitive: manifest.dataset.sensitive === 'lexical-only' ? 'lexical-only' : 'leave-out',
		...recordedScopes(manifest.dataset.scopes),
	});
	terminal.note(`dataset ${dataset.name}: ${dataset.corpus.length} documents, ${dataset.queries.length} queries`);
	if (dataset.fingerprint !== manifest.dataset.fingerprint)
		terminal.warn(
			`warning: ${directory} is not exactly what ${path} was scored on (judgments or texts differ): its judgments are taken as they are now`,
		);
	return dataset;
}
