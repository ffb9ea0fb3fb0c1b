import type { Dataset, IndexContext } from '../contract.ts';
import type { FusedRetriever } from '../fusion/fused-retriever.ts';
import { hasStoredLeg, legIdentity } from './leg-store.ts';
import { expectedSeconds } from './leg-times.ts';

/** What retrieving the legs of some systems takes, each distinct leg once. */
export interface RetrievalPlan {
	/** By leg name: how many different legs of that name there are. */
	readonly legs: ReadonlyMap<string, number>;
	/** How many of them the cache has. */
	readonly kept: number;
	/** Seconds for the others, of which the time is known from an earlier retrieval. */
	readonly seconds: number;
	/** Plugins to retrieve that were never timed, so that `seconds` lacks them. */
	readonly untimed: readonly string[];
}

/**
 * Plans the retrieval of several systems over one dataset. Nothing is indexed.
 *
 * @param systems fused systems whose legs are not opened; their corpus may be empty
 * @param done identities of legs that are there already, beside those in the cache
 */
export function planRetrieval(
	systems: readonly Pick<FusedRetriever, 'legs'>[],
	dataset: Dataset,
	{ cacheDirectory, seed }: Pick<IndexContext, 'cacheDirectory' | 'seed'>,
	done: ReadonlyMap<string, unknown> = new Map(),
): RetrievalPlan {
	const seen = new Set<string>();
	const legs = new Map<string, number>();
	const untimed = new Set<string>();
	let kept = 0;
	let seconds = 0;
	for (const system of systems) {
		const unkeepable = new Set<string>();
		for (const leg of system.legs) {
			if (leg.unhashedCode !== undefined || leg.seededBy.some((name) => unkeepable.has(name))) unkeepable.add(leg.name);
			const identity = legIdentity(leg, system.legs, dataset, seed);
			if (seen.has(identity)) continue;
			seen.add(identity);
			legs.set(leg.name, (legs.get(leg.name) ?? 0) + 1);
			if (done.has(identity) || (!unkeepable.has(leg.name) && hasStoredLeg(cacheDirectory, identity))) {
				kept++;
				continue;
			}
			const expected = expectedSeconds(cacheDirectory, leg, dataset);
			if (expected === undefined) untimed.add(leg.plugin);
			else seconds += expected;
		}
	}
	return { legs, kept, seconds, untimed: [...untimed] };
}
