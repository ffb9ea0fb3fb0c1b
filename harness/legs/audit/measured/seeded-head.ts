import { fuse, type Pipeline } from '../../../fusion/pipeline.ts';
import { rrf } from '../../../fusion/rrf.ts';
import { defaultsOf } from '../../../options.ts';
import { NEARLY_ALL } from '../verdict.ts';
import type { MeasuredQuery } from './measured-query.ts';

/** From this many documents on a head is no chance agreement. */
const FEWEST = 3;

/**
 * How many documents at the head of each query's list are those that the seeding legs put first, in an order that
 * follows theirs: any merging of their lists (one after the other, interleaved), or their reciprocal rank fusion.
 */
export function seededHeads(
	pipeline: Pipeline,
	seededBy: readonly string[],
	queries: readonly MeasuredQuery[],
): readonly number[] {
	const legs = pipeline.legs
		.filter(({ name }) => seededBy.includes(name))
		.map((leg) => ({ ...leg, weight: 1, exclude: [] }));
	const fused: Pipeline = { legs, fusion: rrf, fusionOptions: defaultsOf(rrf.options), stages: [] };
	return queries.map(({ own, rankings, features }) => {
		const lists = legs.map(({ name }) => rankings.get(name)?.docs ?? new Int32Array(0));
		const order = fuse(fused, rankings, features, own.length).docs;
		const firstOther = own.findIndex((doc, rank) => doc !== order[rank]);
		return Math.max(mergedPrefix(own, lists), firstOther < 0 ? own.length : firstOther);
	});
}

/**
 * The length of head that nearly all of these queries reach; undefined where it is too short to tell. `heads` of the
 * queries that the leg answers.
 */
export function headOfNearlyAll(heads: readonly number[]): number | undefined {
	const shortest = [...heads].sort((x, y) => x - y);
	const length = shortest[Math.floor((1 - NEARLY_ALL) * heads.length + 1e-9)] ?? 0;
	return length < FEWEST ? undefined : length;
}

/** Length of the longest prefix that some merging of the others gives: each document is the next of at least one of them. */
export function mergedPrefix(list: readonly number[], others: readonly ArrayLike<number>[]): number {
	const taken = new Set<number>();
	const next = others.map(() => 0);
	for (const [rank, doc] of list.entries()) {
		let follows = false;
		for (const [i, other] of others.entries()) {
			let at = next[i] as number;
			while (at < other.length && taken.has(other[at] as number)) at++;
			next[i] = at;
			follows ||= other[at] === doc;
		}
		if (!follows) return rank;
		taken.add(doc);
	}
	return list.length;
}
