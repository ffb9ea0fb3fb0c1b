import { type ClusterChoice, clustersOfQueries } from '../../compare/cluster-choice.ts';
import type { Metric, Options, OptionValue, Progress, Query } from '../../contract.ts';
import type { Pipeline } from '../../fusion/pipeline.ts';
import type { StratumRows } from '../../stats/resample.ts';
import { rowsByStratum } from '../../stats/rows-by-stratum.ts';
import type { Axis } from '../grid/axis.ts';
import { pointsOf, type Sampling } from '../grid/points.ts';
import { byDistance } from '../grid/preference.ts';
import { findSetting, type Setting } from '../grid/setting.ts';
import type { ValueTable } from '../grid/value-table.ts';
import { scoreVariants } from './score-variants.ts';
import { isSameValue, type Variant, variantKey } from './variants.ts';

export interface SweepOptions {
	readonly axes: readonly Axis[];
	/** The first one is what points are chosen by. */
	readonly metrics: readonly Metric[];
	/** How many documents the system returns. */
	readonly depth: number;
	readonly sampling: Sampling;
	readonly seed: number;
	/** What makes queries belong together; absent: their scope. */
	readonly clusters?: ClusterChoice | undefined;
	readonly progress?: Progress;
	/** More points than this are sampled; default 10,000. */
	readonly most?: number;
}

export interface SweepPoint {
	readonly settings: Options;
	/** Position of its value on every axis; undefined for the system as set where that is no point of the grid. */
	readonly positions: Int32Array | undefined;
	/** Index of the variant whose legs it fuses. */
	readonly variant: number;
	readonly pipeline: Pipeline;
	/** Mean of every metric over the queries that can be scored on it. */
	readonly means: Float64Array;
}

/** Every point of a sweep, scored. */
export interface Swept {
	readonly axes: readonly Axis[];
	readonly metrics: readonly Metric[];
	/** The system as set first, then it at every combination of values of the settings that change what legs return. */
	readonly variants: readonly Variant[];
	readonly points: readonly SweepPoint[];
	/** Index of the system as set among the points. */
	readonly base: number;
	readonly total: number;
	readonly sampling: 'all' | Sampling;
	/** Points left out because every leg has weight 0 there. */
	readonly empty: number;
	/** The first metric, by point and query. */
	readonly table: ValueTable;
	/** Query indices of the table's columns: those that can be scored on the first metric. */
	readonly columns: Int32Array;
	/** Columns of the table by stratum, in order of first appearance. */
	readonly strata: readonly StratumRows[];
	/** By column, the cluster of the query; absent: all are independent. */
	readonly clusters: readonly string[] | undefined;
	/** What made them belong together. */
	readonly clusteredBy: ClusterChoice | undefined;
}

/**
 * Scores every point of a grid from kept rankings. The system as set is always among the points.
 *
 * @param variants - the system as set, then every other combination of values of the axes that its `settings` name which
 * the points need; the remaining axes are settings of the pipeline.
 * @throws BenchError `usage` for an axis that a variant's pipeline does not have
 */
export function sweep(variants: readonly [Variant, ...Variant[]], options: SweepOptions): Swept {
	const { axes, metrics, depth } = options;
	const [asSet] = variants;
	const settingsOf = variants.map(({ kept, settings }) =>
		axes.map(({ name }) => (Object.hasOwn(settings, name) ? undefined : findSetting(name, kept))),
	);
	const byKey = new Map(variants.map(({ settings }, variant) => [variantKey(settings), variant]));
	const planned = pointsOf(axes, options);
	const candidates = planned.positions.map((positions) => {
		const values = axes.map((axis, i) => axis.values[positions[i] as number] as OptionValue);
		const variant = byKey.get(variantKey(systemSettings(asSet, axes, values)));
		if (variant === undefined) throw new Error('a point of the grid has no retrieved variant');
		const { pipeline } = (variants[variant] as Variant).kept;
		return { positions, variant, values, pipeline: written(pipeline, settingsOf[variant] ?? [], values) };
	});
	const full = candidates.filter(({ pipeline }) => pipeline.legs.some((leg) => leg.weight > 0));
	const valuesAsSet = axes.map(({ name }, axis) =>
		Object.hasOwn(asSet.settings, name) ? asSet.settings[name] : settingsOf[0]?.[axis]?.read(asSet.kept.pipeline),
	);
	const found = full.findIndex(({ values }) => values.every((value, axis) => isSameValue(value, valuesAsSet[axis])));
	const all: readonly Omit<SweepPoint, 'means' | 'settings'>[] =
		found >= 0 ? full : [...full, { positions: undefined, variant: 0, pipeline: asSet.kept.pipeline }];
	const base = found >= 0 ? found : all.length - 1;

	const preference = byDistance(all, axes, valuesAsSet, base);
	const scored = scoreVariants(variants, all, preference, { metrics, depth, progress: options.progress });
	const queries = Array.from(scored.columns, (queryIndex) => asSet.kept.queries[queryIndex] as Query);
	const clusters = clustersOfQueries(queries, options.clusters);
	return {
		axes,
		metrics,
		variants,
		base,
		total: planned.total,
		sampling: planned.sampling,
		empty: candidates.length - full.length,
		points: all.map(({ positions, variant, pipeline }, point) => ({
			positions,
			variant,
			pipeline,
			settings: readAll(axes, settingsOf[variant] ?? [], pipeline, (variants[variant] as Variant).settings),
			means: scored.means[point] as Float64Array,
		})),
		table: { ...scored.table, clusters: clusters && indicesOf(clusters) },
		columns: scored.columns,
		strata: rowsByStratum(queries.map(({ stratum }) => stratum)),
		clusters,
		clusteredBy: options.clusters,
	};
}

/** The values of the axes that make variants. */
function systemSettings(asSet: Variant, axes: readonly Axis[], values: readonly OptionValue[]): Options {
	return Object.fromEntries(
		axes.flatMap(({ name }, axis) =>
			Object.hasOwn(asSet.settings, name) ? [[name, values[axis] as OptionValue] as const] : [],
		),
	);
}

function written(
	pipeline: Pipeline,
	settings: readonly (Setting | undefined)[],
	values: readonly OptionValue[],
): Pipeline {
	return settings.reduce<Pipeline>(
		(changed, setting, axis) => setting?.write(changed, values[axis] as OptionValue) ?? changed,
		pipeline,
	);
}

function indicesOf(clusters: readonly string[]): Int32Array {
	const indices = new Map([...new Set(clusters)].map((name, index) => [name, index]));
	return Int32Array.from(clusters, (name) => indices.get(name) as number);
}

/** In the order of the axes. */
function readAll(
	axes: readonly Axis[],
	settings: readonly (Setting | undefined)[],
	pipeline: Pipeline,
	ofSystem: Options,
): Options {
	return Object.fromEntries(
		axes.flatMap(({ name }, axis) => {
			const value = settings[axis] === undefined ? ofSystem[name] : settings[axis].read(pipeline);
			return value === undefined ? [] : [[name, value] as const];
		}),
	);
}
