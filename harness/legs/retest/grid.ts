import type { Pipeline, PipelineLeg } from '../../fusion/pipeline.ts';
import { DEEPER } from './variant.ts';

/** The settings that one system is tuned over. */
export interface Grid {
	/** Those that share their pools stand together. */
	readonly pipelines: readonly Pipeline[];
	/** Indices of `pipelines`: the base as set first, then by distance from it. */
	readonly preference: Int32Array;
}

/**
 * By number of base legs beside the first: factors of their weights, as set first. Few where they multiply. The last ones
 * of two legs leave the word to one of them, which may be the strongest base.
 */
const FACTORS: readonly (readonly number[])[] = [
	[1],
	[1, Math.SQRT1_2, Math.SQRT2, 0.5, 2, Math.SQRT1_2 / 2, 2 * Math.SQRT2, 0.25, 4, 0.125, 8, 1 / 16, 16, 1 / 64, 64],
	[1, 0.5, 2, 0.25, 4],
];
const FEW_FACTORS: readonly number[] = [1, 0.5, 2];

/**
 * Proportions of the base legs' weights, as set first. Their mean stays as set, so that a weight of the leg under test
 * means the same beside each of them.
 */
export function baseProportions(legs: readonly PipelineLeg[]): readonly ReadonlyMap<string, number>[] {
	const active = legs.filter(({ weight }) => weight > 0);
	const [first, ...free] = active;
	if (first === undefined) return [];
	const factors = FACTORS[free.length] ?? FEW_FACTORS;
	const combinations = free.reduce<readonly (readonly number[])[]>(
		(before, _) => before.flatMap((some) => factors.map((factor) => [...some, factor])),
		[[1]],
	);
	const total = meanWeight(active) * active.length;
	return combinations
		.map((combination, order) => ({ combination, order, far: combination.reduce(addDistance, 0) }))
		.sort((x, y) => x.far - y.far || x.order - y.order)
		.map(({ combination }) => {
			const scaled = active.map(({ weight }, i) => weight * (combination[i] as number));
			const sum = scaled.reduce((all, weight) => all + weight, 0);
			return new Map(active.map(({ name }, i) => [name, ((scaled[i] as number) * total) / sum]));
		});
}

/** The system with the leg: every proportion of the base legs times every weight of the leg, no leg among them. */
export function challengerGrid(pipeline: Pipeline, leg: string, weights: readonly number[]): Grid {
	const base = pipeline.legs.filter(({ name }) => name !== leg);
	const unit = meanWeight(base.filter(({ weight }) => weight > 0));
	const proportions = baseProportions(base);
	return product(legWeights(weights), proportions, (weight, proportion) => ({
		...pipeline,
		legs: pipeline.legs.map((entry) => ({
			...entry,
			weight: entry.name === leg ? weight * unit : (proportion.get(entry.name) ?? 0),
		})),
	}));
}

/** The base: the same proportions, and nothing else to choose. */
export function baseGrid(pipeline: Pipeline): Grid {
	return product([1], baseProportions(pipeline.legs), (_, proportion) => withProportion(pipeline, proportion, 1));
}

/**
 * The control: the base tuned over as many settings as the system with the leg. Where that one tunes the weight of its
 * leg, this one tunes how deep its own legs are pulled, from as set to {@link DEEPER} times, so that its pools grow as
 * large as those with the leg.
 */
export function controlGrid(pipeline: Pipeline, weights: readonly number[]): Grid {
	const steps = legWeights(weights).length;
	const factors = Array.from({ length: steps }, (_, step) => DEEPER ** (step / Math.max(1, steps - 1)));
	return product(factors, baseProportions(pipeline.legs), (factor, proportion) =>
		withProportion(pipeline, proportion, factor),
	);
}

function withProportion(pipeline: Pipeline, proportion: ReadonlyMap<string, number>, deeper: number): Pipeline {
	return {
		...pipeline,
		legs: pipeline.legs.map((entry) => ({
			...entry,
			weight: proportion.get(entry.name) ?? 0,
			depth: Math.round(entry.depth * deeper),
		})),
	};
}

/** The values to try, ascending: no leg at all, then the weights. */
export function legWeights(weights: readonly number[]): readonly number[] {
	return [...new Set([0, ...weights])].sort((x, y) => x - y);
}

/** The mean weight of the legs that have one: what a weight of 1 stands for. */
export function meanWeight(legs: readonly PipelineLeg[]): number {
	return legs.length === 0 ? 0 : legs.reduce((sum, { weight }) => sum + weight, 0) / legs.length;
}

function addDistance(sum: number, factor: number): number {
	return sum + Math.abs(Math.log2(factor));
}

function product<A, B>(outer: readonly A[], inner: readonly B[], make: (a: A, b: B) => Pipeline): Grid {
	const cells = outer.flatMap((_, i) => inner.map((__, j) => [i, j] as const));
	const far = cells.map(([i, j]) => i / Math.max(1, outer.length - 1) + j / Math.max(1, inner.length - 1));
	return {
		pipelines: cells.map(([i, j]) => make(outer[i] as A, inner[j] as B)),
		preference: Int32Array.from(cells.keys()).sort((x, y) => (far[x] as number) - (far[y] as number) || x - y),
	};
}
