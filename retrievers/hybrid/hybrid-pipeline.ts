import type { Fusion } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import type { Pipeline, PipelineLeg } from '../../harness/fusion/pipeline.ts';
import { resolveFusionOptions, resolveStage } from '../../harness/fusion/resolve.ts';
import { findStage } from '../../harness/fusion/stages/index.ts';
import { unknownName } from '../../harness/names.ts';
import type { ResolvedLeg } from './hybrid-legs.ts';
import { type HybridOptions, settingsOf } from './hybrid-options.ts';

/** Everything after the legs, from the options: weights, depths, exclusions, fusion and stages. Throws `usage`. */
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
			weight: options[`weights.${leg.name}`] as number,
			depth: options[`depth.${leg.name}`] as number,
			exclude: [...new Set([...base, ...known(`exclude.${leg.name}`, own, names, leg.name)])],
		};
	});
	if (pipelineLegs.every((leg) => leg.weight === 0))
		throw new BenchError('usage', 'hybrid: every leg has weight 0, so nothing would be retrieved');
	if (new Set(options.stages).size < options.stages.length)
		throw new BenchError('usage', `hybrid: a stage is listed twice: ${options.stages.join(',')}`);
	const fusionSettings = Object.fromEntries(
		Object.keys(fusion.options).map((name) => [name, options[name] as HybridOptions[string]]),
	);
	return {
		legs: pipelineLegs,
		fusion,
		fusionOptions: resolveFusionOptions(fusion, fusionSettings, names),
		stages: options.stages.map((name) => resolveStage(findStage(name), settingsOf(options, name), names)),
	};
}

function known(option: string, wanted: readonly string[], names: readonly string[], self: string): readonly string[] {
	for (const name of wanted) {
		if (name === self) throw new BenchError('usage', `hybrid: ${option} names the leg itself`);
		if (!names.includes(name))
			throw unknownName('leg', name, names, {
				message: `hybrid: ${option} names "${name}", which is not a leg`,
			});
	}
	return wanted;
}
