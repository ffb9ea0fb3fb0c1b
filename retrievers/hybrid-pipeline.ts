import type { Fusion } from '../harness/contract.ts';
import { BenchError } from '../harness/errors.ts';
import type { Pipeline, PipelineLeg } from '../harness/fusion/pipeline.ts';
import { findStage } from '../harness/fusion/stages/index.ts';
import { resolveOptions } from '../harness/options.ts';
import type { ResolvedLeg } from './hybrid-legs.ts';
import { type HybridOptions, settingsOf } from './hybrid-options.ts';

/** What the options say of everything after the legs: weights, depths, exclusions, fusion and stages. */
export function hybridPipeline(options: HybridOptions, fusion: Fusion, legs: readonly ResolvedLeg[]): Pipeline {
	const names = legs.map((leg) => leg.name);
	const unseeded = legs.filter((leg) => leg.seededBy.length === 0).map((leg) => leg.name);
	if (options.exclude_base && unseeded.length === legs.length)
		throw new BenchError('usage', 'hybrid: exclude_base is set, but no leg is seeded, so there is nothing to exclude', {
			hint: 'exclude.<leg>=a,b says it of one leg, seeded or not.',
		});
	const pipelineLegs = legs.map((leg): PipelineLeg => {
		const own = options[`exclude.${leg.name}`] as readonly string[];
		const base = options.exclude_base && leg.seededBy.length > 0 ? unseeded : [];
		return {
			name: leg.name,
			weight: atLeast(0, `weights.${leg.name}`, options),
			depth: atLeast(1, `depth.${leg.name}`, options),
			exclude: [...new Set([...base, ...known(`exclude.${leg.name}`, own, names, leg.name)])],
		};
	});
	if (pipelineLegs.every((leg) => leg.weight === 0))
		throw new BenchError('usage', 'hybrid: every leg has weight 0, so nothing would be retrieved');
	if (new Set(options.stages).size < options.stages.length)
		throw new BenchError('usage', `hybrid: a stage is listed twice: ${options.stages.join(',')}`);
	const fusionSettings = Object.fromEntries(
		Object.keys(fusion.defaults).map((name) => [name, options[name] as HybridOptions[string]]),
	);
	return {
		legs: pipelineLegs,
		fusion,
		fusionOptions: resolveOptions(fusion.name, fusion.defaults, fusionSettings),
		stages: options.stages.map((name) => {
			const stage = findStage(name);
			return { stage, options: resolveOptions(name, stage.defaults, settingsOf(options, name)) };
		}),
	};
}

function atLeast(least: number, name: string, options: HybridOptions): number {
	const value = options[name];
	const wanted = least === 0 ? 'a number from 0' : `a whole number from ${least}`;
	if (typeof value === 'number' && value >= least && (least === 0 || Number.isInteger(value))) return value;
	throw new BenchError('usage', `hybrid: ${name} takes ${wanted}, not ${String(value)}`);
}

function known(option: string, wanted: readonly string[], names: readonly string[], self: string): readonly string[] {
	for (const name of wanted) {
		if (name === self) throw new BenchError('usage', `hybrid: ${option} names the leg itself`);
		if (!names.includes(name))
			throw new BenchError('usage', `hybrid: ${option} names "${name}", which is not a leg`, {
				hint: `The legs are ${names.join(', ')}.`,
			});
	}
	return wanted;
}
