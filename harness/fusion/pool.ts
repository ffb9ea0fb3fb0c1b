import type { IndexedRanking, Pool, PoolLeg } from '../contract.ts';

/** The input of a pool from one leg: its ranking, how much of it counts, and the legs whose documents it may not repeat. */
export interface LegEntry {
	readonly name: string;
	readonly ranking: IndexedRanking;
	/** Only the first `depth` documents count. */
	readonly depth: number;
	/** Legs whose documents (within their depth) are taken out of this one before it is ranked. */
	readonly exclude: readonly string[];
}

/**
 * The pool of one query. Exclusions look at what the named legs bring before any exclusion of their own, so the order
 * in which legs are listed changes nothing; ranks count what is left, from 1.
 */
export function buildPool(entries: readonly LegEntry[]): Pool {
	const ordered = [...entries].sort((x, y) => (x.name < y.name ? -1 : x.name > y.name ? 1 : 0));
	const cut = new Map(ordered.map((entry) => [entry.name, entry.ranking.docs.subarray(0, entry.depth)]));
	const kept = ordered.map((entry) => ranksKept(entry, cut));

	const docs = Int32Array.from(
		new Set(ordered.flatMap((entry, leg) => (kept[leg] as number[]).map((rank) => entry.ranking.docs[rank] as number))),
	).sort();
	const candidateOf = new Map<number, number>();
	docs.forEach((doc, candidate) => {
		candidateOf.set(doc, candidate);
	});

	const legs = ordered.map((entry, leg): PoolLeg => {
		const keptRanks = kept[leg] as number[];
		const order = Int32Array.from(keptRanks, (rank) => candidateOf.get(entry.ranking.docs[rank] as number) as number);
		const ranks = new Int32Array(docs.length);
		const scores = new Float64Array(docs.length).fill(Number.NaN);
		order.forEach((candidate, i) => {
			ranks[candidate] = i + 1;
			scores[candidate] = entry.ranking.scores[keptRanks[i] as number] as number;
		});
		return { name: entry.name, order, ranks, scores };
	});
	return { docs, legs };
}

/** The pool as it would be had only the named legs been there: what a leg of weight 0 means. */
export function restrictPool(pool: Pool, legNames: ReadonlySet<string>): Pool {
	const legs = pool.legs.filter((leg) => legNames.has(leg.name));
	if (legs.length === pool.legs.length) return pool;
	const remaining: number[] = [];
	for (let candidate = 0; candidate < pool.docs.length; candidate++)
		if (legs.some((leg) => leg.ranks[candidate] !== 0)) remaining.push(candidate);
	const renumbered = new Int32Array(pool.docs.length);
	remaining.forEach((candidate, newNumber) => {
		renumbered[candidate] = newNumber;
	});
	return {
		docs: Int32Array.from(remaining, (candidate) => pool.docs[candidate] as number),
		legs: legs.map((leg) => ({
			name: leg.name,
			order: leg.order.map((candidate) => renumbered[candidate] as number),
			ranks: Int32Array.from(remaining, (candidate) => leg.ranks[candidate] as number),
			scores: Float64Array.from(remaining, (candidate) => leg.scores[candidate] as number),
		})),
	};
}

/** The ranks (0-based) of a leg's ranking that survive its depth and its exclusions. */
function ranksKept(entry: LegEntry, cut: ReadonlyMap<string, Int32Array>): number[] {
	const excluded = new Set<number>();
	for (const other of entry.exclude) for (const doc of cut.get(other) ?? []) excluded.add(doc);
	const docs = entry.ranking.docs;
	const ranks: number[] = [];
	for (let rank = 0; rank < docs.length && rank < entry.depth; rank++)
		if (!excluded.has(docs[rank] as number)) ranks.push(rank);
	return ranks;
}
