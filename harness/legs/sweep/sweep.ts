import { type ClusterChoice, clustersOfQueries } from '../../compare/cluster-choice.ts';
import type { Metric, Options, OptionValue, Progress, Query } from '../../contract.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import type { Pipeline } from '../../fusion/pipeline.ts';
import type { StratumRows } from '../../stats/resample.ts';
import { rowsByStratum } from '../../stats/rows-by-stratum.ts';
import type { Axis } from '../grid/axis.ts';
import { pointsOf, type Sampling } from '../grid/points.ts';
import { byDistance } from '../grid/preference.ts';
import { scoreGrid } from '../grid/score-grid.ts';
import { findSetting, type Setting } from '../grid/setting.ts';
import type { ValueTable } from '../grid/value-table.ts';

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
	readonly pipeline: Pipeline;
	/** Mean of every metric over the queries that can be scored on it. */
	readonly means: Float64Array;
}

/** Every point of a sweep, scored. */
export interface Swept {
	readonly axes: readonly Axis[];
	readonly metrics: readonly Metric[];
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

/** Scores every point of a grid from kept rankings. The system as set is always among the points. */
export function sweep(kept: KeptLegs, options: SweepOptions): Swept {
	const { axes, metrics, depth } = options;
	const settings = axes.map(({ name }) => findSetting(name, kept));
	const planned = pointsOf(axes, options);
	const candidates = planned.positions.map((positions) => ({
		positions,
		pipeline: written(kept.pipeline, settings, axes, positions),
	}));
	const full = candidates.filter(({ pipeline }) => pipeline.legs.some((leg) => leg.weight > 0));
	const found = full.findIndex(({ positions }) =>
		settings.every((setting, axis) => setting.read(kept.pipeline) === axes[axis]?.values[positions[axis] as number]),
	);
	const all: readonly { positions: Int32Array | undefined; pipeline: Pipeline }[] =
		found >= 0 ? full : [...full, { positions: undefined, pipeline: kept.pipeline }];
	const base = found >= 0 ? found : all.length - 1;

	const pipelines = all.map(({ pipeline }) => pipeline);
	const preference = byDistance(all, axes, settings, base, kept.pipeline);
	const scored = scoreGrid(kept, pipelines, preference, { metrics, depth, progress: options.progress });
	const queries = Array.from(scored.columns, (queryIndex) => kept.queries[queryIndex] as Query);
	const clusters = clustersOfQueries(queries, options.clusters);
	return {
		axes,
		metrics,
		base,
		total: planned.total,
		sampling: planned.sampling,
		empty: candidates.length - full.length,
		points: all.map(({ positions, pipeline }, point) => ({
			positions,
			pipeline,
			settings: readAll(settings, pipeline),
			means: scored.means[point] as Float64Array,
		})),
		table: { ...scored.table, clusters: clusters && indicesOf(clusters) },
		columns: scored.columns,
		strata: rowsByStratum(queries.map(({ stratum }) => stratum)),
		clusters,
		clusteredBy: options.clusters,
	};
}

function written(
	pipeline: Pipeline,
	settings: readonly Setting[],
	axes: readonly Axis[],
	positions: Int32Array,
): Pipeline {
	return settings.reduce(
		(changed, setting, axis) => setting.write(changed, axes[axis]?.values[positions[axis] as number] as OptionValue),
		pipeline,
	);
}

function indicesOf(clusters: readonly string[]): Int32Array {
	const indices = new Map([...new Set(clusters)].map((name, index) => [name, index]));
	return Int32Array.from(clusters, (name) => indices.get(name) as number);
}

function readAll(settings: readonly Setting[], pipeline: Pipeline): Options {
	return Object.fromEntries(
		settings.flatMap((setting) => {
			const value = setting.read(pipeline);
			return value === undefined ? [] : [[setting.name, value] as const];
		}),
	);
}
