import type { Options, OptionValue } from '../harness/contract.ts';
import { type FusedRetriever, isFused } from '../harness/fusion/fused-retriever.ts';
import type { Axis } from '../harness/legs/grid/axis.ts';
import { type PointOptions, pointsOf } from '../harness/legs/grid/points.ts';
import { findSetting, settingNames } from '../harness/legs/grid/setting.ts';
import { isSameValue, variantKey } from '../harness/legs/sweep/variants.ts';
import type { System } from '../harness/run/experiment.ts';
import { indexPlugin } from '../harness/run/index-plugin.ts';
import { RETRIEVERS } from '../retrievers/index.ts';
import { optionsOf } from '../retrievers/options-of.ts';
import { variedSystem } from '../retrievers/vary-system.ts';
import { silentContext } from './silent-context.ts';

/** A system with some options set otherwise. */
export interface SweptSystem {
	/** The options that differ between the systems of a sweep; empty where none does. */
	readonly settings: Options;
	readonly system: System;
	/** Its legs and its pipeline, over no corpus; undefined for a fused system of the user's own, which may do work on it. */
	readonly shell: FusedRetriever | undefined;
}

export interface SweptSystems {
	/** The axes, values read as their options' types. */
	readonly axes: readonly Axis[];
	/** The system as set, then every other one that a point of the grid needs. */
	readonly systems: readonly [SweptSystem, ...SweptSystem[]];
}

/**
 * Checks every name and value of a grid against the options of the system, before the dataset is opened, and makes the
 * systems that it needs: one for each combination of values of options that change what legs return. Settings of the
 * pipeline need no system of their own.
 *
 * @throws BenchError `usage` for a setting that the system does not have, or a value that it can't take
 */
export async function systemsOfGrid(
	grid: readonly Axis[],
	system: System,
	sampling: PointOptions,
): Promise<SweptSystems> {
	const shell = await shellOf(system);
	const specs = await optionsOf(system.plugin, system.options);
	const ofPipeline = new Set(shell === undefined ? [] : settingNames(shell));
	const axes: Axis[] = [];
	const ofSystem = new Set<string>();
	for (const axis of grid) {
		if (ofPipeline.has(axis.name) || !Object.hasOwn(specs, axis.name)) {
			if (shell !== undefined) checkSetting(axis, shell, Object.keys(specs));
			axes.push(axis);
		} else {
			ofSystem.add(axis.name);
			axes.push({ name: axis.name, values: await readValues(axis, system) });
		}
	}
	const pick = (read: (name: string, axis: number) => OptionValue): Options =>
		Object.fromEntries(
			axes.flatMap(({ name }, axis) => (ofSystem.has(name) ? [[name, read(name, axis)] as const] : [])),
		);
	const asSet = { settings: pick((name) => system.options[name] as OptionValue), system, shell };
	const needed = new Map<string, SweptSystem>([[variantKey(asSet.settings), asSet]]);
	for (const positions of pointsOf(axes, sampling).positions) {
		if (ofSystem.size === 0) break;
		const settings = pick((_name, axis) => axes[axis]?.values[positions[axis] as number] as OptionValue);
		const key = variantKey(settings);
		if (!needed.has(key)) needed.set(key, await sweptSystem(settings, system, axes, ofSystem));
	}
	const [, ...others] = needed.values();
	return { axes, systems: [asSet, ...others] };
}

async function sweptSystem(
	settings: Options,
	system: System,
	axes: readonly Axis[],
	ofSystem: ReadonlySet<string>,
): Promise<SweptSystem> {
	const varied = await variedSystem(system, settings);
	const shell = await shellOf(varied);
	// Another fusion has no setting of the first one.
	if (shell !== undefined) for (const { name } of axes) if (!ofSystem.has(name)) findSetting(name, shell);
	return { settings, system: varied, shell };
}

/** The values of an axis as the type of its option; one that is another way to write another is left out. */
async function readValues({ name, values }: Axis, system: System): Promise<readonly OptionValue[]> {
	const read: OptionValue[] = [];
	for (const value of values) {
		const { options } = await variedSystem(system, { [name]: value });
		if (!read.some((one) => isSameValue(one, options[name]))) read.push(options[name] as OptionValue);
	}
	return read;
}

function checkSetting({ name, values }: Axis, shell: FusedRetriever, options: readonly string[]): void {
	const setting = findSetting(name, shell, options);
	for (const value of values) setting.write(shell.pipeline, value);
}

/** A built-in fusion of an empty corpus has its pipeline, and opens no leg. */
async function shellOf({ plugin, options }: System): Promise<FusedRetriever | undefined> {
	if (!Object.values(RETRIEVERS).includes(plugin) || !Object.hasOwn(plugin.options, 'legs')) return undefined;
	const fused = await indexPlugin(plugin, [], options, silentContext({ directory: '.' }));
	if (isFused(fused)) return fused;
	fused.close?.();
	return undefined;
}
