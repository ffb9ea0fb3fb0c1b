import { fuse, type Pipeline } from '../../fusion/pipeline.ts';
import { kendallTau } from '../../stats/kendall-tau.ts';
import type { MeasuredSeeds } from '../leg-audit.ts';
import type { MeasuredQuery, MeasureScene } from './measured-query.ts';

/** From this correlation on, seeds count as standing in their order. */
const SAME_ORDER = 0.9;

/** How a seeded leg stands to its seeds; null where it has none. `queries` by query place. */
export function measureSeeds(scene: MeasureScene, queries: readonly MeasuredQuery[]): MeasuredSeeds | null {
	const kept = scene.kept.legs.find((leg) => leg.name === scene.leg);
	if (kept === undefined) return null;
	const recorded = kept.seeds.some((seeds) => seeds !== undefined);
	if (!recorded && kept.seededBy.length === 0) return null;
	const figures = queries.flatMap((query, place) => {
		const seeds = recorded ? [...(kept.seeds[place] ?? [])] : seedsOf(scene, kept.seededBy, query);
		return query.own.length === 0 || seeds.length === 0 ? [] : [figuresOf(query, seeds)];
	});
	if (figures.length === 0) return null;
	const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
	const taus = figures.flatMap(({ tau }) => (tau === undefined ? [] : [tau]));
	return {
		source: recorded ? 'recorded' : 'seeding legs',
		queries: figures.length,
		count: mean(figures.map(({ count }) => count)),
		inHead: mean(figures.map(({ inHead }) => inHead)),
		returned: mean(figures.map(({ returned }) => returned)),
		first: mean(figures.map(({ first }) => Number(first))),
		locked: mean(figures.map(({ first, tau }) => Number(first && (tau === undefined || tau >= SAME_ORDER)))),
		tau: taus.length === 0 ? null : mean(taus),
	};
}

interface SeedFigures {
	readonly count: number;
	readonly inHead: number;
	readonly returned: number;
	readonly first: boolean;
	readonly tau: number | undefined;
}

function figuresOf({ own, topWithout }: MeasuredQuery, seeds: readonly number[]): SeedFigures {
	const rankOf = new Map(own.map((doc, rank) => [doc, rank]));
	const ranks = seeds.map((seed) => rankOf.get(seed)).filter((rank): rank is number => rank !== undefined);
	return {
		count: seeds.length,
		inHead: seeds.filter((seed) => topWithout.docs.includes(seed)).length / seeds.length,
		returned: ranks.length / seeds.length,
		// All that are returned fill the first places.
		first: ranks.length > 0 && Math.max(...ranks) === ranks.length - 1,
		tau: kendallTau(ranks),
	};
}

/** Where the leg did not say: the top K of the legs that seed it, fused with equal weights as the system fuses. */
function seedsOf({ kept, cutoff }: MeasureScene, seededBy: readonly string[], query: MeasuredQuery): readonly number[] {
	const seeding: Pipeline = {
		...kept.pipeline,
		legs: kept.pipeline.legs
			.filter(({ name }) => seededBy.includes(name))
			.map((leg) => ({ ...leg, weight: 1, exclude: [] })),
		stages: [],
	};
	return [...fuse(seeding, query.rankings, query.features, cutoff).docs];
}
