import type { Pipeline } from '../../fusion/pipeline.ts';
import { type ScoredGrid, type ScoreGridOptions, scoreGrid } from '../grid/score-grid.ts';
import type { Variant } from './variants.ts';

interface PointOfVariant {
	readonly variant: number;
	readonly pipeline: Pipeline;
}

/** Scores the points of a sweep, each on the legs of its variant, into one table. `preference` as in `ValueTable`. */
export function scoreVariants(
	variants: readonly Variant[],
	points: readonly PointOfVariant[],
	preference: Int32Array,
	options: ScoreGridOptions,
): ScoredGrid {
	const bar = options.progress?.start('sweeping', points.length);
	// One bar over all variants.
	const progress = bar && { start: () => ({ advance: (steps?: number) => bar.advance(steps), stop: () => undefined }) };
	const parts = variants.map(({ kept }, variant) => {
		const indices = [...points.keys()].filter((point) => points[point]?.variant === variant);
		const pipelines = indices.map((point) => (points[point] as PointOfVariant).pipeline);
		const order = Int32Array.from(indices.keys());
		return { indices, scored: scoreGrid(kept, pipelines, order, { ...options, progress }) };
	});
	bar?.stop();
	// Judgments alone decide which queries can be scored: the same of every variant that has a point.
	const columns = parts.find(({ indices }) => indices.length > 0)?.scored.columns ?? new Int32Array(0);
	const queries = columns.length;
	const values = new Float64Array(points.length * queries);
	const means = new Array<Float64Array>(points.length);
	for (const { indices, scored } of parts)
		indices.forEach((point, row) => {
			values.set(scored.table.values.subarray(row * queries, (row + 1) * queries), point * queries);
			means[point] = scored.means[row] as Float64Array;
		});
	return { columns, means, table: { points: points.length, queries, values, preference } };
}
