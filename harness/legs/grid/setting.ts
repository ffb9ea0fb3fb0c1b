import type { OptionValue } from '../../contract.ts';
import { BenchError } from '../../errors.ts';
import type { KeptLeg } from '../../fusion/kept-legs.ts';
import type { Pipeline, PipelineLeg } from '../../fusion/pipeline.ts';
import { resolveFusionOptions, resolveStage } from '../../fusion/resolve.ts';
import { unknownName } from '../../names.ts';

/** A setting of a pipeline that a sweep can vary without retrieving anything again. */
export interface Setting {
	readonly name: string;
	/** The value in this pipeline; undefined where legs differ (`depth`). */
	read(pipeline: Pipeline): OptionValue | undefined;
	/** The pipeline with another value. Throws `usage` for a value that the setting can't have. */
	write(pipeline: Pipeline, value: OptionValue): Pipeline;
}

/** The system that settings change: a pipeline, and how deep its legs were retrieved. */
export interface SettableSystem {
	readonly pipeline: Pipeline;
	readonly legs: readonly Pick<KeptLeg, 'name' | 'depth'>[];
}

/** The names of all settings of a pipeline. */
export function settingNames({ pipeline, legs }: SettableSystem): readonly string[] {
	return settingsOf(pipeline, depthsOf(legs)).map(({ name }) => name);
}

/**
 * The setting of a name; an unknown one is an error that names the near ones.
 * @param others names that can be swept besides, for the error
 */
export function findSetting(name: string, { pipeline, legs }: SettableSystem, others: readonly string[] = []): Setting {
	const known = settingsOf(pipeline, depthsOf(legs));
	const found = known.find((setting) => setting.name === name);
	if (found !== undefined) return found;
	const names = [...new Set([...known.map((setting) => setting.name), ...others])];
	throw unknownName('setting', name, names, {
		message: `there is nothing called "${name}" to sweep in this system`,
		hint: 'A stage has options only where it is switched on (--set stages=exact).',
	});
}

function depthsOf(legs: SettableSystem['legs']): ReadonlyMap<string, number> {
	return new Map(legs.map((leg) => [leg.name, leg.depth]));
}

function settingsOf(pipeline: Pipeline, retrieved: ReadonlyMap<string, number>): readonly Setting[] {
	return [
		...pipeline.legs.flatMap((leg) => [weightOf(leg.name), depthOf(leg.name, retrieved.get(leg.name) ?? leg.depth)]),
		depthOfAll(retrieved),
		...Object.keys(pipeline.fusion.options).map(fusionOption),
		...pipeline.stages.flatMap(({ stage }) =>
			Object.keys(stage.options)
				.filter((option) => stage.fixed?.includes(option) !== true)
				.map((option) => stageOption(stage.name, option)),
		),
	];
}

function weightOf(leg: string): Setting {
	const name = `weights.${leg}`;
	return {
		name,
		read: (pipeline) => pipeline.legs.find((entry) => entry.name === leg)?.weight,
		write(pipeline, value) {
			if (typeof value !== 'number' || value < 0) throw wrongValue(name, 'a number from 0', value);
			return withLeg(pipeline, leg, { weight: value });
		},
	};
}

function depthOf(leg: string, retrieved: number): Setting {
	const name = `depth.${leg}`;
	return {
		name,
		read: (pipeline) => pipeline.legs.find((entry) => entry.name === leg)?.depth,
		write(pipeline, value) {
			if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > retrieved)
				throw wrongValue(
					name,
					`a whole number from 1 to ${retrieved}, the depth that was retrieved (--set ${name}=...)`,
					value,
				);
			return withLeg(pipeline, leg, { depth: value });
		},
	};
}

function depthOfAll(retrieved: ReadonlyMap<string, number>): Setting {
	return {
		name: 'depth',
		read(pipeline) {
			const depths = new Set(pipeline.legs.map((leg) => leg.depth));
			return depths.size === 1 ? pipeline.legs[0]?.depth : undefined;
		},
		write: (pipeline, value) =>
			pipeline.legs.reduce(
				(changed, leg) => depthOf(leg.name, retrieved.get(leg.name) ?? leg.depth).write(changed, value),
				pipeline,
			),
	};
}

function fusionOption(option: string): Setting {
	return {
		name: option,
		read: (pipeline) => pipeline.fusionOptions[option],
		write: (pipeline, value) => ({
			...pipeline,
			fusionOptions: resolveFusionOptions(
				pipeline.fusion,
				{ ...pipeline.fusionOptions, [option]: value },
				pipeline.legs.map((leg) => leg.name),
			),
		}),
	};
}

function stageOption(stage: string, option: string): Setting {
	return {
		name: `${stage}.${option}`,
		read: (pipeline) => pipeline.stages.find((entry) => entry.stage.name === stage)?.options[option],
		write: (pipeline, value) => ({
			...pipeline,
			stages: pipeline.stages.map((entry) =>
				entry.stage.name === stage ? resolveStage(entry.stage, { ...entry.options, [option]: value }) : entry,
			),
		}),
	};
}

function withLeg(pipeline: Pipeline, leg: string, change: Partial<PipelineLeg>): Pipeline {
	return { ...pipeline, legs: pipeline.legs.map((entry) => (entry.name === leg ? { ...entry, ...change } : entry)) };
}

function wrongValue(name: string, wanted: string, value: OptionValue): BenchError {
	return new BenchError('usage', `${name} takes ${wanted}, not ${String(value)}`);
}
