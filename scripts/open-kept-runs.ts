import type { Dataset, IndexedRanking } from '../harness/contract.ts';
import { loadDataset } from '../harness/datasets/load.ts';
import { BenchError } from '../harness/errors.ts';
import { type KeptRun, readKeptRun } from '../harness/losses/kept-run.ts';
import { unknownName } from '../harness/names.ts';
import { indexFused } from '../harness/run/index-fused.ts';
import { keepLegs } from '../harness/run/keep-legs.ts';
import { keptDeeper } from '../harness/run/kept-deeper.ts';
import { type ContextFlags, indexContext } from './open-dataset.ts';
import { openRuns } from './open-runs.ts';
import { recordedSystem } from './repeat-run.ts';
import type { Terminal } from './terminal.ts';

/** How much deeper than usual legs are looked at: as deep as an audit keeps them. */
export const DEEPER = 4;

export interface KeptRunsFlags {
	readonly data?: string | undefined;
	readonly resultsDir: string;
}

/** Run folders with their legs' rankings and the dataset that says what is relevant. */
export async function openKeptRuns(
	names: readonly string[],
	{ data, resultsDir }: KeptRunsFlags,
	terminal: Terminal,
): Promise<{ readonly dataset: Dataset; readonly runs: readonly KeptRun[] }> {
	const { dataset, runs } = await openRuns(names, { ...(data === undefined ? {} : { data }), resultsDir }, terminal);
	return {
		dataset,
		runs: runs.map(({ run, label, rankings }) => readKeptRun(run, label, dataset, rankings)),
	};
}

/**
 * The legs at {@link DEEPER} times their depth: as they are kept, or with `retrieve` retrieved and kept. Undefined for a
 * system without legs, and where nothing is kept.
 */
export async function openDeeperLegs(
	{ run, dataset, legs }: KeptRun,
	flags: ContextFlags & { readonly retrieve: boolean },
	terminal: Terminal,
): Promise<ReadonlyMap<string, readonly IndexedRanking[]> | undefined> {
	if (legs.length === 0 || dataset.fingerprint !== run.manifest.dataset.fingerprint) return undefined;
	const context = indexContext(dataset, { ...flags, seed: run.manifest.seed }, terminal);
	try {
		const system = await recordedSystem(run.manifest, {});
		if (flags.retrieve) {
			const { kept } = await keepLegs({ dataset, system, context, deeper: DEEPER, unscored: true });
			return new Map(kept.legs.map(({ name, rankings }) => [name, rankings]));
		}
		const fused = await indexFused(dataset, system, context);
		try {
			return keptDeeper(fused, DEEPER, {
				dataset,
				cacheDirectory: context.cacheDirectory,
				seed: run.manifest.seed,
			});
		} finally {
			fused.close?.();
		}
	} catch (error) {
		// Nobody asked for it: a module or a model that is gone only means that nothing deeper is known.
		if (!flags.retrieve && error instanceof BenchError) return undefined;
		throw error;
	}
}

/** Sensitive relevant documents that the dataset leaves out together with their judgments. */
export async function sensitiveRelevant(dataset: Dataset): Promise<number> {
	if (dataset.sensitiveLeftOut === 0) return 0;
	const whole = await loadDataset(dataset.directory, { sensitive: 'lexical-only' });
	const sensitive = new Set(whole.corpus.filter((doc) => doc.sensitive).map(({ id }) => id));
	const queries = new Set(dataset.queries.map(({ id }) => id));
	let count = 0;
	for (const [queryId, grades] of whole.qrels)
		if (queries.has(queryId)) for (const [docId, grade] of grades) if (grade >= 1 && sensitive.has(docId)) count++;
	return count;
}

/** The queryIndex of a query that the user named. */
export function findQuery({ queries }: Dataset, id: string): number {
	const found = queries.findIndex((query) => query.id === id);
	if (found >= 0) return found;
	throw unknownName(
		'query',
		id,
		queries.map((query) => query.id),
	);
}
