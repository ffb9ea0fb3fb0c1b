import { BenchError } from '../../errors.ts';
import type { RunFolder } from '../../run/folder/run-folder.ts';
import { type BuildNoise, buildNoise, type NoiseSource } from './build-noise.ts';
import { type Target, targetColumns } from './columns.ts';
import { type Decidable, decidableDrop, unitsToDecide } from './decidable-drop.ts';
import { floorNoise } from './floor.ts';
import type { DropLimit } from './limits.ts';
import { GATE_DEFAULTS, type GateOptions } from './result.ts';
import { type OutcomeRates, outcomeRates, type SimulatedBuild, simulateBuilds } from './simulate.ts';

export interface PlanOptions extends GateOptions {
	/** Plan for this many queries of the same kind; absent: as many as the baseline has. */
	readonly queries?: number;
}

/** The decisions of the gate with one limit. */
export interface PlannedLimit {
	readonly maxDrop: number;
	/** `auto`: the smallest that can be decided; `wished`: one that was asked about. */
	readonly kind: 'auto' | 'wished';
	/** Outcomes for candidates of unchanged quality. */
	readonly unchanged: OutcomeRates;
	/** Outcomes for candidates that dropped by just the limit; undefined where that is more than the mean. */
	readonly atLimit: OutcomeRates | undefined;
	/** Outcomes for candidates that dropped by twice the limit. */
	readonly twice: OutcomeRates | undefined;
	/** How many queries decide this limit; undefined where none do (twice the limit is more than the mean). */
	readonly queriesNeeded: number | undefined;
	/** The same in clusters, where queries come in clusters. */
	readonly clustersNeeded?: number | undefined;
}

/** A metric, or one stratum of it. */
export interface PlannedTarget extends Target {
	readonly queries: number;
	/** The clusters that they come in, and how alike the deltas of one are, seen or assumed. */
	readonly clusters?: { readonly count: number; readonly icc: number | undefined };
	/** The baseline's mean. */
	readonly mean: number;
	/** The smallest limit that can be decided; undefined where not even half the mean can. */
	readonly decidable: number | undefined;
	/** The highest floor (`--min`) that fails at most 5 % of the builds of unchanged quality. */
	readonly safeFloor: number;
	/** The smallest decidable limit first, then those asked about. */
	readonly limits: readonly PlannedLimit[];
}

export interface GatePlan {
	readonly baseline: { readonly system: string; readonly path: string };
	readonly noise: NoiseSource;
	readonly options: PlanOptions;
	readonly targets: readonly PlannedTarget[];
}

/**
 * Plans a gate on this baseline by simulating candidates of unchanged quality and candidates that dropped.
 * `wishes` are the limits to plan (those that say `auto` just name what is guarded); `against` is a second run that
 * shows the noise between builds, which is assumed without it. Deterministic for its arguments.
 */
export function planGate(
	baseline: RunFolder,
	wishes: readonly DropLimit[],
	choices: Partial<PlanOptions> = {},
	against?: RunFolder,
): GatePlan {
	const options: PlanOptions = { ...GATE_DEFAULTS, ...choices };
	checkOptions(options);
	const targets = new Map<string, { target: Target; wished: number[] }>();
	for (const { metric, stratum, maxDrop } of wishes) {
		const key = JSON.stringify([metric, stratum]);
		const entry = targets.get(key) ?? { target: { metric, stratum }, wished: [] };
		if (maxDrop !== 'auto' && maxDrop > 0 && !entry.wished.includes(maxDrop)) entry.wished.push(maxDrop);
		targets.set(key, entry);
	}
	return {
		baseline: { system: baseline.manifest.system.name, path: baseline.path },
		noise: noiseSource(options, against),
		options,
		targets: [...targets.values()].map(({ target, wished }) =>
			planTarget(target, wished, noiseOf(baseline, target, options, against), options),
		),
	};
}

export function noiseSource({ correlation }: GateOptions, against: RunFolder | undefined): NoiseSource {
	return against === undefined
		? { kind: 'assumed', correlation }
		: { kind: 'against', path: against.path, system: against.manifest.system.name };
}

/** The noise that builds of the baseline's quality show on a limit's queries. */
export function noiseOf(
	baseline: RunFolder,
	target: Target,
	{ correlation, clusters, seed }: GateOptions,
	against: RunFolder | undefined,
): BuildNoise {
	const runs = against === undefined ? [baseline] : [baseline, against];
	return buildNoise(targetColumns(runs, target, clusters), correlation, seed);
}

/** The limit that `--max-drop auto` stands for. */
export function automaticLimit(noise: BuildNoise, options: GateOptions): number | undefined {
	return decidableDrop(noise, noise.units, simulationOf(options));
}

function planTarget(target: Target, wished: readonly number[], noise: BuildNoise, options: PlanOptions): PlannedTarget {
	const { perUnit, clusters } = noise;
	const units = options.queries === undefined ? noise.units : Math.max(2, Math.round(options.queries / perUnit));
	const simulation = simulationOf(options);
	const decidable = decidableDrop(noise, units, simulation);
	const unchanged = simulateBuilds(noise, 0, units, simulation) ?? [];
	const plan = (kind: PlannedLimit['kind'], maxDrop: number): PlannedLimit => {
		const rates = (builds: readonly SimulatedBuild[] | undefined): OutcomeRates | undefined =>
			builds === undefined ? undefined : outcomeRates(builds, maxDrop, options.alpha);
		const needed = kind === 'auto' ? units : unitsToDecide(noise, maxDrop, simulation);
		return {
			maxDrop,
			kind,
			unchanged: outcomeRates(unchanged, maxDrop, options.alpha),
			atLimit: rates(simulateBuilds(noise, maxDrop, units, simulation)),
			twice: rates(simulateBuilds(noise, 2 * maxDrop, units, simulation)),
			queriesNeeded: needed === undefined ? undefined : Math.ceil(needed * perUnit),
			...(clusters === undefined ? {} : { clustersNeeded: needed }),
		};
	};
	return {
		...target,
		queries: Math.round(units * perUnit),
		...(clusters === undefined ? {} : { clusters: { count: units, icc: clusters.icc } }),
		mean: noise.mean,
		decidable,
		safeFloor: floorNoise({ ...noise, units }, options.seed).safeFloor,
		limits: [
			...(decidable === undefined ? [] : [plan('auto', decidable)]),
			...wished.map((maxDrop) => plan('wished', maxDrop)),
		],
	};
}

function simulationOf({ alpha, ci, seed, power }: GateOptions): Decidable {
	return { alpha, ci, seed, power };
}

function checkOptions({ alpha, power, correlation, queries }: PlanOptions): void {
	const fail = (message: string): never => {
		throw new BenchError('usage', message);
	};
	if (!(alpha > 0 && alpha < 0.5)) fail(`alpha is above 0 and below 0.5, not ${alpha}`);
	if (!(power > alpha && power < 1)) fail(`power is above alpha and below 1, not ${power}`);
	if (!(correlation >= 0 && correlation < 1)) fail(`a correlation is from 0 to below 1, not ${correlation}`);
	if (queries !== undefined && !(Number.isSafeInteger(queries) && queries >= 2))
		fail(`a gate has at least 2 queries, not ${queries}`);
}
