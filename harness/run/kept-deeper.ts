import type { Dataset, IndexedRanking } from '../contract.ts';
import type { FusedRetriever } from '../fusion/fused-retriever.ts';
import { legIdentity, readStoredLeg } from './leg-store.ts';

/**
 * The rankings of a fused system's legs at `times` their depth, by leg name, as an audit or another command left them in
 * the cache; undefined unless every leg is there. Nothing is indexed and nothing retrieved.
 */
export function keptDeeper(
	fused: FusedRetriever,
	times: number,
	{
		dataset,
		cacheDirectory,
		seed,
	}: { readonly dataset: Dataset; readonly cacheDirectory: string; readonly seed: number },
): ReadonlyMap<string, readonly IndexedRanking[]> | undefined {
	const legs = fused.legs.map((leg) => ({ ...leg, depth: leg.depth * times }));
	const found = new Map<string, readonly IndexedRanking[]>();
	for (const leg of legs) {
		if (leg.unhashedCode !== undefined) return undefined;
		const stored = readStoredLeg(cacheDirectory, legIdentity(leg, legs, dataset, seed));
		if (stored === undefined) return undefined;
		found.set(
			leg.name,
			stored.results.map(({ ranking }) => ranking),
		);
	}
	return found;
}
