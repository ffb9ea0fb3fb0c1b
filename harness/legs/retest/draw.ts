import type { RandomStream } from '../../random.ts';
import type { StratumRows } from '../../stats/resample.ts';
import { rowsByStratum } from '../../stats/rows-by-stratum.ts';
import type { Folds } from '../grid/folds.ts';
import type { HeldOutQueries } from './held-out-rows.ts';
import { FEWEST_DRAWN, tiltedWeights } from './tilted-weights.ts';

/** The queries of a simulated retest. */
export interface DrawnQueries {
	/** By column: the query that stands there. */
	readonly drawn: Int32Array;
	readonly folds: Folds;
	/** By column, the cluster that it was drawn with; absent: queries are independent. */
	readonly clusters?: readonly string[] | undefined;
}

export type DrawQueries = (stream: RandomStream) => DrawnQueries;

/**
 * Draws queries so that the true mean of `deltas` (by query) is `wanted`: within their strata, or whole clusters where
 * queries come in them, each of which takes the folds of the cluster whose turn it is. Undefined where the deltas seen
 * can't make such a mean.
 */
export function drawerOf(deltas: Float64Array, queries: HeldOutQueries, wanted: number): DrawQueries | undefined {
	const { strata, folds, clusters } = queries;
	if (clusters !== undefined) return clusterDrawer(deltas, clusters, folds, wanted);
	const weights = tiltedWeights(deltas, strata, wanted);
	if (weights === undefined) return undefined;
	const drawers = weights.map(drawer);
	return (stream) => {
		const drawn = new Int32Array(deltas.length);
		strata.forEach(({ rows }, s) => {
			for (const row of rows) drawn[row] = rows[drawers[s]?.(stream) as number] as number;
		});
		return { drawn, folds };
	};
}

function clusterDrawer(
	deltas: Float64Array,
	clusters: readonly string[],
	folds: Folds,
	wanted: number,
): DrawQueries | undefined {
	const members = rowsByStratum(clusters).map(({ rows }) => rows);
	const typical = deltas.length / members.length;
	const sums = Float64Array.from(members, (columns) =>
		columns.reduce((sum, column) => sum + (deltas[column] as number) / typical, 0),
	);
	const all: StratumRows = { name: 'clusters', rows: members.map((_, cluster) => cluster) };
	const [weights] = tiltedWeights(sums, [all], wanted, Math.min(FEWEST_DRAWN, members.length / 2)) ?? [];
	if (weights === undefined) return undefined;
	const draw = drawer(weights);
	return (stream) => {
		const chosen = members.map(() => members[draw(stream)] as readonly number[]);
		const turnOf = chosen.flatMap((columns, turn) => columns.map(() => turn));
		const firsts = members.map(([first]) => first as number);
		return {
			drawn: Int32Array.from(chosen.flat()),
			folds: folds.map((foldOf) => Int32Array.from(turnOf, (turn) => foldOf[firsts[turn] as number] as number)),
			clusters: turnOf.map(String),
		};
	};
}

/** Draws an index by its weight; the weights sum to 1. */
function drawer(weights: Float64Array): (stream: RandomStream) => number {
	const ends = Float64Array.from(weights);
	for (let i = 1; i < ends.length; i++) ends[i] = (ends[i] as number) + (ends[i - 1] as number);
	return (stream) => firstAbove(ends, stream.next());
}

function firstAbove(ascending: Float64Array, value: number): number {
	let low = 0;
	let high = ascending.length - 1;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((ascending[middle] as number) > value) high = middle;
		else low = middle + 1;
	}
	return low;
}
