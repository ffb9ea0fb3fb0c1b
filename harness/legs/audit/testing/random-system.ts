import type { Fusion, Options } from '../../../contract.ts';
import { fusions } from '../../../fusion/index.ts';
import type { Pipeline, PipelineLeg } from '../../../fusion/pipeline.ts';
import { findStage } from '../../../fusion/stages/index.ts';
import { defaultsOf } from '../../../options.ts';
import { type RandomStream, shuffled } from '../../../random.ts';

/** A fused system and a cutoff, drawn at random; the leg `a` is the one to audit. */
export interface RandomSystem {
	readonly pipeline: Pipeline;
	readonly cutoff: number;
}

const NAMES = ['a', 'b', 'c', 'd'] as const;

/**
 * `provable`: one of which the audit can prove something, so that there are claims to attack: fused by ranks, absent
 * documents get nothing, the other legs exclude none, stages only cut. Few systems drawn without it are like that.
 */
export function randomSystem(stream: RandomStream, provable = false): RandomSystem {
	const names = NAMES.slice(0, 2 + stream.below(3));
	const legs = names.map(
		(name): PipelineLeg => ({
			name,
			weight: stream.below(4) === 0 ? 1 : 0.01 * 500 ** stream.next(),
			depth: 1 + stream.below(10),
			exclude: names.filter(
				(other) => other !== name && stream.next() < (name === 'a' ? (provable ? 0.6 : 0.3) : provable ? 0 : 0.1),
			),
		}),
	);
	const fusion = oneOf(provable ? RANK_FUSIONS : Object.values(fusions), stream);
	const options = fusionOptions(fusion, names, stream);
	const stages = randomStages(stream, provable);
	return {
		pipeline: { legs, fusion, fusionOptions: provable ? { ...options, absent: 'zero' } : options, stages },
		cutoff: 1 + stream.below(6),
	};
}

const RANK_FUSIONS: readonly Fusion[] = ['rrf', 'isr', 'rbc', 'append'].map((name) => fusions[name] as Fusion);

export function oneOf<T>(items: readonly T[], stream: RandomStream): T {
	return items[stream.below(items.length)] as T;
}

function fusionOptions({ options }: Fusion, names: readonly string[], stream: RandomStream): Options {
	const defaults = defaultsOf(options);
	const drawn: Options = {
		absent: oneOf(['zero', 'union'], stream),
		k: oneOf([1, 2, 10, 60], stream),
		p: 0.1 + 0.8 * stream.next(),
		norm: oneOf(['none', 'minmax', 'zscore', 'dbsf'], stream),
		alpha: stream.next(),
		alpha_leg: oneOf(names, stream),
		order: shuffled(names, stream),
	};
	const known = Object.entries(drawn).filter(([name]) => Object.hasOwn(defaults, name));
	return { ...defaults, ...Object.fromEntries(known) };
}

function randomStages(stream: RandomStream, cutsOnly: boolean): Pipeline['stages'] {
	if (stream.below(2) === 0) return [];
	const drawn: readonly (readonly [string, Options])[] = [
		['importance', {}],
		['exact', { weight: 2 * stream.next() }],
		['filter', { field: 'category', value: 'kept' }],
		['limit', { n: 1 + stream.below(10) }],
		['sort', { by: oneOf(['relevance', 'importance', 'recency'], stream) }],
		['rerank', { model: 'm', top: 1 + stream.below(12) }],
	];
	return shuffled(cutsOnly ? drawn.slice(2) : drawn, stream)
		.slice(0, 1 + stream.below(2))
		.map(([name, options]) => {
			const stage = findStage(name);
			return { stage, options: { ...defaultsOf(stage.options), ...options } };
		});
}
