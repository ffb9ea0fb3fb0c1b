import type { IndexedRanking } from '../contract.ts';
import { type RandomStream, randomStream, shuffled } from '../random.ts';
import type { KeptLegs } from './kept-legs.ts';

/** Copies of one number are independent of each other; the same seed and copy give the same placebo. */
export interface PlaceboCopy {
	readonly seed: number;
	readonly copy: number;
}

/**
 * The system with the leg's documents in random order, per query: the same documents at the same scores. What it does
 * worse than the leg is what the leg's order is worth.
 */
export function orderPlacebo(kept: KeptLegs, leg: string, copy: PlaceboCopy): KeptLegs {
	const depth = depthOf(kept, leg);
	return withRankings(kept, leg, (rankings) =>
		rankings.map((ranking, query) =>
			shuffledRanking(ranking, depth, { ...copy, leg, queryId: kept.queries[query]?.id as string }),
		),
	);
}

/** One ranking in random order. Only what counts is shuffled: documents below `depth` stay out. */
export function shuffledRanking(
	{ docs, scores }: IndexedRanking,
	depth: number,
	{ seed, copy, leg, queryId }: PlaceboCopy & { readonly leg: string; readonly queryId: string },
): IndexedRanking {
	const stream = randomStream(seed, `placebo/order/${leg}/${copy}/${queryId}`);
	return {
		docs: Int32Array.from(shuffled([...docs.subarray(0, depth)], stream)),
		scores: scores.subarray(0, depth),
	};
}

/** Whether there is an order to shuffle: some list of the leg holds two documents or more. */
export function hasOrder(kept: KeptLegs, leg: string): boolean {
	return kept.legs.some(({ name, rankings }) => name === leg && rankings.some(({ docs }) => docs.length > 1));
}

/**
 * The system with, for each query, the documents that the leg found for another one: lists as long as they were, with
 * the scores they had. What it does worse than the leg is what it is worth to find these documents for this query.
 *
 * The queries that the leg answers stand in a random cycle, and each takes the list of the next one (so none its own),
 * and of those after it where that is too short. What is still missing, as in a leg that answers a single query, is
 * filled with random documents of the corpus.
 */
export function sourcePlacebo(kept: KeptLegs, leg: string, { seed, copy }: PlaceboCopy): KeptLegs {
	const depth = depthOf(kept, leg);
	const stream = randomStream(seed, `placebo/source/${leg}/${copy}`);
	return withRankings(kept, leg, (rankings) => {
		const lists = rankings.map(({ docs }) => docs.subarray(0, depth));
		const answered = [...lists.keys()].filter((query) => (lists[query] as Int32Array).length > 0);
		const cycle = shuffled(answered, stream);
		const found = new Map<number, Int32Array>();
		const around = cycle.map((query) => lists[query] as Int32Array);
		cycle.forEach((query, at) => {
			found.set(query, borrowed(around, at, kept.corpus.length, stream));
		});
		return rankings.map(({ scores }, query) => ({
			docs: found.get(query) ?? new Int32Array(0),
			scores: scores.subarray(0, depth),
		}));
	});
}

/** Takes as many documents as list `at` has from the lists after it, in a circle. */
function borrowed(around: readonly Int32Array[], at: number, corpusSize: number, stream: RandomStream): Int32Array {
	const { length } = around[at] as Int32Array;
	const docs = new Set<number>();
	for (let step = 1; step < around.length && docs.size < length; step++)
		for (const doc of around[(at + step) % around.length] as Int32Array) {
			if (docs.size >= length) break;
			docs.add(doc);
		}
	while (docs.size < length) docs.add(stream.below(corpusSize));
	return Int32Array.from(docs);
}

/** By queryIndex: the documents that source placebos of a leg bring, beside those that the legs returned themselves. */
export function placeboDocuments(
	kept: KeptLegs,
	leg: string,
	{ seed, copies }: { readonly seed: number; readonly copies: number },
): readonly ReadonlySet<number>[] {
	const placebos = Array.from({ length: copies }, (_, copy) => sourcePlacebo(kept, leg, { seed, copy }));
	return kept.queries.map(
		(_, queryIndex) =>
			new Set(
				placebos.flatMap(({ legs }) => [...(legs.find(({ name }) => name === leg)?.rankings[queryIndex]?.docs ?? [])]),
			),
	);
}

function depthOf({ pipeline }: KeptLegs, leg: string): number {
	return pipeline.legs.find(({ name }) => name === leg)?.depth ?? 0;
}

function withRankings(
	kept: KeptLegs,
	leg: string,
	change: (rankings: readonly IndexedRanking[]) => readonly IndexedRanking[],
): KeptLegs {
	return {
		...kept,
		legs: kept.legs.map((entry) => (entry.name === leg ? { ...entry, rankings: change(entry.rankings) } : entry)),
	};
}
