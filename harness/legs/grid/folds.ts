import { BenchError } from '../../errors.ts';
import { type RandomStream, randomStream, shuffled } from '../../random.ts';
import { allSingle } from '../../stats/clusters.ts';
import type { StratumRows } from '../../stats/resample.ts';

/** By repeat: the fold of every query, from 0. */
export type Folds = readonly Int32Array[];

export interface FoldOptions {
	readonly folds: number;
	/** How often the queries are dealt into folds anew. */
	readonly repeats: number;
	readonly seed: number;
}

/**
 * Deals the queries into folds, within their strata. Each stratum goes on where the one before it stopped, so that folds
 * stay equally large and none is empty. Where queries come in `clusters` (by query), whole clusters are dealt, each to
 * the smallest fold so far, and strata are left to chance: a split cluster would be tuned on and tested on. `purpose` names the random streams: one purpose's folds are not another's.
 */
export function dealFolds(
	queries: number,
	strata: readonly StratumRows[],
	{ folds, repeats, seed }: FoldOptions,
	purpose: 'sweep' | 'retest',
	clusters?: readonly string[],
): Folds {
	if (!Number.isInteger(folds) || folds < 2 || folds > queries)
		throw new BenchError('usage', `${queries} queries can't be dealt into ${folds} folds`, {
			hint: 'At least two folds, and at most as many as there are queries that can be scored.',
		});
	if (clusters !== undefined && !allSingle(clusters))
		return Array.from({ length: repeats }, (_, repeat) =>
			dealClusters(clusters, folds, randomStream(seed, `${purpose}/folds/${repeat}/clusters`)),
		);
	return Array.from({ length: repeats }, (_, repeat) => {
		const foldOf = new Int32Array(queries);
		let next = 0;
		for (const { name, rows } of strata)
			for (const row of shuffled(rows, randomStream(seed, `${purpose}/folds/${repeat}/${name}`))) {
				foldOf[row] = next % folds;
				next++;
			}
		return foldOf;
	});
}

function dealClusters(clusters: readonly string[], folds: number, stream: RandomStream): Int32Array {
	const names = shuffled([...new Set(clusters)], stream);
	if (names.length < folds)
		throw new BenchError(
			'usage',
			`the queries come in ${names.length} clusters, which are too few for ${folds} folds`,
			{
				hint: `A fold never splits a cluster. Ask for ${names.length} folds or fewer.`,
			},
		);
	const sizes = new Map<string, number>();
	for (const name of clusters) sizes.set(name, (sizes.get(name) ?? 0) + 1);
	// The large ones first, or the last one dealt could double a fold.
	const ordered = [...names].sort((one, other) => (sizes.get(other) as number) - (sizes.get(one) as number));
	const filled = new Int32Array(folds);
	const foldOf = new Map<string, number>();
	for (const name of ordered) {
		const fold = filled.indexOf(Math.min(...filled));
		foldOf.set(name, fold);
		filled[fold] = (filled[fold] as number) + (sizes.get(name) as number);
	}
	return Int32Array.from(clusters, (name) => foldOf.get(name) as number);
}
