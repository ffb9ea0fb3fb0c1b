import { BenchError } from '../../errors.ts';
import type { KeptLeg } from '../../fusion/kept-legs.ts';
import type { Pipeline } from '../../fusion/pipeline.ts';
import type { Part } from './testable.ts';

/** A system with some of its legs or stages taken away. */
export interface Variant {
	/** Its name in tables and folders: `fts+dense`, `fts+dense without exact`. */
	readonly label: string;
	/** Legs that take part, in the order of the pipeline. */
	readonly legs: readonly string[];
	/** Stages of the system that are left out. */
	readonly withoutStages: readonly string[];
	readonly pipeline: Pipeline;
	/** Seeded legs whose seeding legs are not all in this variant: their rankings are those of the whole system. */
	readonly seededElsewhere: readonly string[];
}

/** 2^8 - 1 subsets; more legs than this would write more run folders than anyone reads. */
const MOST_LEGS = 8;

/** The legs that have a weight. Those without are no part of the system. */
export function activeLegs(pipeline: Pipeline): readonly string[] {
	return pipeline.legs.filter((leg) => leg.weight > 0).map((leg) => leg.name);
}

/**
 * Every non-empty subset of the active legs with all stages (smallest first, the whole system last), then the whole
 * system without each stage and, where there are several, without any. A leg that is left out is a leg of weight 0.
 */
export function variantsOf(pipeline: Pipeline, kept: readonly KeptLeg[]): readonly Variant[] {
	const legs = activeLegs(pipeline);
	if (legs.length > MOST_LEGS)
		throw new BenchError('usage', `an ablation of ${legs.length} legs has ${2 ** legs.length - 1} systems`, {
			hint: `It takes at most ${MOST_LEGS} legs: leave some out with --set legs=...`,
		});
	const stages = pipeline.stages.map(({ stage }) => stage.name);
	const subsets = Array.from({ length: 2 ** legs.length - 1 }, (_, i) =>
		legs.filter((_leg, legIndex) => ((i + 1) >> legIndex) & 1),
	).sort((x, y) => x.length - y.length);
	const taken = [...stages.map((name) => [name]), ...(stages.length > 1 ? [stages] : [])];
	return [
		...subsets.map((subset) => variant(pipeline, kept, subset, [])),
		...taken.map((without) => variant(pipeline, kept, legs, without)),
	];
}

function variant(
	pipeline: Pipeline,
	kept: readonly KeptLeg[],
	legs: readonly string[],
	without: readonly string[],
): Variant {
	const stages = pipeline.stages.filter(({ stage }) => !without.includes(stage.name));
	return {
		label: `${legs.join('+')}${without.length > 0 ? ` without ${without.join(' and ')}` : ''}`,
		legs,
		withoutStages: without,
		pipeline: {
			...pipeline,
			legs: pipeline.legs.map((leg) => (legs.includes(leg.name) ? leg : { ...leg, weight: 0 })),
			stages,
		},
		seededElsewhere: kept
			.filter((leg) => legs.includes(leg.name) && leg.seededBy.some((seed) => !legs.includes(seed)))
			.map((leg) => leg.name),
	};
}

/** The parts of the whole system that a smaller variant lacks, legs first. */
export function missingParts(whole: Variant, smaller: Variant): readonly Part[] {
	return [
		...whole.legs.filter((leg) => !smaller.legs.includes(leg)).map((name): Part => ({ kind: 'leg', name })),
		...smaller.withoutStages.map((name): Part => ({ kind: 'stage', name })),
	];
}
