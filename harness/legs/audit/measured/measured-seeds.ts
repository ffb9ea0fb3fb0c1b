import { fuse, type Pipeline } from '../../../fusion/pipeline.ts';
import { kendallTau } from '../../../stats/kendall-tau.ts';
import type { MeasuredSeeds } from '../leg-audit.ts';
import { NEARLY_ALL } from '../verdict.ts';
import type { MeasureContext, MeasuredQuery } from './measured-query.ts';
import { headOfNearlyAll, seededHeads } from './seeded-head.ts';

/** From this correlation on, seeds count as standing in their order. */
const SAME_ORDER = 0.9;

/** The seeds of a leg: as it recorded them, or else as inferred from its list and those of its seeding legs. */
export interface FoundSeeds {
	readonly source: MeasuredSeeds['source'];
	/** By query index, best first; empty where there are none. */
	readonly byQuery: readonly (readonly number[])[];
	/** By query index: false where the list does not begin with as many of them as it does for the others. */
	readonly holds: readonly boolean[];
}

/** Undefined for a leg that nothing seeds. `queries` by query index. */
export function findSeeds(context: MeasureContext, queries: readonly MeasuredQuery[]): FoundSeeds | undefined {
	const kept = context.kept.legs.find((leg) => leg.name === context.leg);
	if (kept === undefined) return undefined;
	const all = queries.map(() => true);
	if (kept.seeds.some((seeds) => seeds !== undefined))
		return {
			source: 'recorded',
			byQuery: queries.map((_, queryIndex) => [...(kept.seeds[queryIndex] ?? [])]),
			holds: all,
		};
	if (kept.seededBy.length === 0) return undefined;
	const byQuery = queries.map((query) => seedsOf(context, kept.seededBy, query));
	const fused: FoundSeeds = { source: 'seeding legs', byQuery, holds: all };
	if ((seedFigures(fused, queries)?.locked ?? 0) >= NEARLY_ALL) return fused;
	const heads = seededHeads(context.kept.pipeline, kept.seededBy, queries);
	const length = headOfNearlyAll(
		heads.filter((_, queryIndex) => (queries[queryIndex] as MeasuredQuery).own.length > 0),
	);
	if (length === undefined) return fused;
	return {
		source: 'head of its list',
		byQuery: queries.map(({ own }, queryIndex) => own.slice(0, Math.max(length, heads[queryIndex] as number))),
		holds: heads.map((head) => head >= length),
	};
}

/** How a seeded leg stands to its seeds; null where it has none. */
export function seedFigures(found: FoundSeeds, queries: readonly MeasuredQuery[]): MeasuredSeeds | null {
	const figures = queries.flatMap((query, queryIndex) => {
		const seeds = found.byQuery[queryIndex] ?? [];
		if (query.own.length === 0 || seeds.length === 0) return [];
		const { first, ...rest } = seedsInQuery(query, seeds);
		return [{ ...rest, first: first && found.holds[queryIndex] === true }];
	});
	if (figures.length === 0) return null;
	const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
	const taus = figures.flatMap(({ tau }) => (tau === undefined ? [] : [tau]));
	return {
		source: found.source,
		queries: figures.length,
		count: mean(figures.map(({ count }) => count)),
		inHead: mean(figures.map(({ inHead }) => inHead)),
		returned: mean(figures.map(({ returned }) => returned)),
		first: mean(figures.map(({ first }) => Number(first))),
		locked: mean(figures.map(({ first, inOrder }) => Number(first && inOrder))),
		tau: taus.length === 0 ? null : mean(taus),
	};
}

interface SeedFigures {
	readonly count: number;
	readonly inHead: number;
	readonly returned: number;
	readonly first: boolean;
	readonly tau: number | undefined;
	readonly inOrder: boolean;
}

/** The seeds of one query in the leg's list. */
export function seedsInQuery({ own, topWithout }: MeasuredQuery, seeds: readonly number[]): SeedFigures {
	const rankOf = new Map(own.map((doc, rank) => [doc, rank]));
	const ranks = seeds.map((seed) => rankOf.get(seed)).filter((rank): rank is number => rank !== undefined);
	const tau = kendallTau(ranks);
	return {
		count: seeds.length,
		inHead: seeds.filter((seed) => topWithout.docs.includes(seed)).length / seeds.length,
		returned: ranks.length / seeds.length,
		// All that are returned fill the first ranks.
		first: ranks.length > 0 && Math.max(...ranks) === ranks.length - 1,
		tau,
		inOrder: tau === undefined || tau >= SAME_ORDER,
	};
}

/** Seeds of a leg that records none: the top K of the legs that seed it, fused with equal weights as the system fuses. */
function seedsOf(
	{ kept, cutoff }: MeasureContext,
	seededBy: readonly string[],
	query: MeasuredQuery,
): readonly number[] {
	const seeding: Pipeline = {
		...kept.pipeline,
		legs: kept.pipeline.legs
			.filter(({ name }) => seededBy.includes(name))
			.map((leg) => ({ ...leg, weight: 1, exclude: [] })),
		stages: [],
	};
	return [...fuse(seeding, query.rankings, query.features, cutoff).docs];
}
