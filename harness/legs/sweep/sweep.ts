import type { Metric, Options, OptionValue, Progress } from '../../contract.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import type { Pipeline } from '../../fusion/pipeline.ts';
import type { StratumRows } from '../../stats/resample.ts';
import type { Axis } from '../grid/axis.ts';
import { createEvaluator, poolKey } from '../grid/evaluator.ts';
import { pointsOf, type Sampling } from '../grid/points.ts';
import { byDistance } from '../grid/preference.ts';
import { findSetting, type Setting } from '../grid/setting.ts';
import type { ValueTable } from './value-table.ts';

export interface SweepOptions {
	readonly axes: readonly Axis[];
	/** The first one is what points are chosen by. */
	readonly metrics: readonly Metric[];
	/** How many documents the system returns. */
	readonly depth: number;
	readonly sampling: Sampling;
	readonly seed: number;
	readonly progress?: Progress;
	/** More points than this are sampled; default 10,000. */
	readonly most?: number;
}

export interface SweepPoint {
	readonly settings: Options;
	/** Place of its value on every axis; undefined for the system as set where that is no point of the grid. */
	readonly places: Int32Array | undefined;
	readonly pipeline: Pipeline;
	/** Mean of every metric over the queries that can be scored on it. */
	readonly means: Float64Array;
}

/** Every point of a sweep, scored. */
export interface Swept {
	readonly axes: readonly Axis[];
	readonly metrics: readonly Metric[];
	readonly points: readonly SweepPoint[];
	/** The place of the system as set among the points. */
	readonly base: number;
	readonly total: number;
	readonly sampling: 'all' | Sampling;
	/** Points left out because every leg has weight 0 there. */
	readonly empty: number;
	/** The first metric, by point and query. */
	readonly table: ValueTable;
	/** Query places of the table's columns: those that can be scored on the first metric. */
	readonly columns: Int32Array;
	/** Columns of the table by stratum, in order of first appearance. */
	readonly strata: readonly StratumRows[];
}

/** Scores every point of a grid from kept rankings. The system as set is always among the points. */
export function sweep(kept: KeptLegs, options: SweepOptions): Swept {
	const { axes, metrics, depth } = options;
	const settings = axes.map(({ name }) => findSetting(name, kept));
	const planned = pointsOf(axes, options);
	const placed = planned.places.map((places) => ({ places, pipeline: written(kept.pipeline, settings, axes, places) }));
	const full = placed.filter(({ pipeline }) => pipeline.legs.some((leg) => leg.weight > 0));
	const found = full.findIndex(({ places }) =>
		settings.every((setting, axis) => setting.read(kept.pipeline) === axes[axis]?.values[places[axis] as number]),
	);
	const all: readonly { places: Int32Array | undefined; pipeline: Pipeline }[] =
		found >= 0 ? full : [...full, { places: undefined, pipeline: kept.pipeline }];
	const base = found >= 0 ? found : all.length - 1;

	const scored = scoreAll(kept, all, metrics, depth, options.progress);
	return {
		axes,
		metrics,
		base,
		total: planned.total,
		sampling: planned.sampling,
		empty: placed.length - full.length,
		points: all.map(({ places, pipeline }, point) => ({
			places,
			pipeline,
			settings: readAll(settings, pipeline),
			means: scored.means[point] as Float64Array,
		})),
		table: {
			points: all.length,
			queries: scored.columns.length,
			values: scored.values,
			preference: byDistance(all, axes, settings, base, kept.pipeline),
		},
		columns: scored.columns,
		strata: strataOf(kept, scored.columns),
	};
}

function written(
	pipeline: Pipeline,
	settings: readonly Setting[],
	axes: readonly Axis[],
	places: Int32Array,
): Pipeline {
	return settings.reduce(
		(changed, setting, axis) => setting.write(changed, axes[axis]?.values[places[axis] as number] as OptionValue),
		pipeline,
	);
}

function readAll(settings: readonly Setting[], pipeline: Pipeline): Options {
	return Object.fromEntries(
		settings.flatMap((setting) => {
			const value = setting.read(pipeline);
			return value === undefined ? [] : [[setting.name, value] as const];
		}),
	);
}

function scoreAll(
	kept: KeptLegs,
	all: readonly { readonly pipeline: Pipeline }[],
	metrics: readonly Metric[],
	depth: number,
	progress: Progress | undefined,
) {
	const evaluator = createEvaluator(kept, metrics, depth);
	const { queries } = evaluator;
	const out = new Float64Array(metrics.length * queries);
	const means = new Array<Float64Array>(all.length);
	let columns = new Int32Array(0);
	let values = new Float64Array(0);
	const bar = progress?.start('sweeping', all.length);
	for (const point of pointsByPool(all)) {
		evaluator.evaluate((all[point] as (typeof all)[number]).pipeline, out);
		if (columns.length === 0) {
			// Which queries can be scored is the same at every point.
			columns = Int32Array.from(out.subarray(0, queries).keys()).filter((query) => !Number.isNaN(out[query]));
			values = new Float64Array(all.length * columns.length);
		}
		for (let i = 0; i < columns.length; i++) values[point * columns.length + i] = out[columns[i] as number] as number;
		means[point] = Float64Array.from(metrics, (_, m) => meanOf(out.subarray(m * queries, (m + 1) * queries)));
		bar?.advance();
	}
	bar?.stop();
	return { means, columns, values };
}

/** Points that share their pools one after another, so that pools are built once. */
function pointsByPool(all: readonly { readonly pipeline: Pipeline }[]): readonly number[] {
	const groups = new Map<string, number[]>();
	all.forEach(({ pipeline }, point) => {
		const key = poolKey(pipeline);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [point]);
		else group.push(point);
	});
	return [...groups.values()].flat();
}

function meanOf(values: Float64Array): number {
	let sum = 0;
	let n = 0;
	for (const value of values) {
		if (Number.isNaN(value)) continue;
		sum += value;
		n++;
	}
	return n === 0 ? Number.NaN : sum / n;
}

function strataOf({ queries }: KeptLegs, columns: Int32Array): readonly StratumRows[] {
	const strata = new Map<string, number[]>();
	columns.forEach((query, column) => {
		const stratum = queries[query]?.stratum as string;
		const rows = strata.get(stratum);
		if (rows === undefined) strata.set(stratum, [column]);
		else rows.push(column);
	});
	return [...strata].map(([name, rows]) => ({ name, rows }));
}
