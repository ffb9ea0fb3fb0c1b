/** The value of one metric at every point (rows) on every query that can be scored (columns). */
export interface ValueTable {
	readonly points: number;
	readonly queries: number;
	/** Row by row. */
	readonly values: Float64Array;
	/**
	 * Points in order of preference where the data do not decide: the system as set, then by distance from it.
	 * It must not depend on any value.
	 */
	readonly preference: Int32Array;
	/** By column, the index of the query's cluster; absent: all queries are independent. */
	readonly clusters?: Int32Array | undefined;
}

/** Means that differ by less are the same number, summed in another order. */
const SAME = 1e-12;

export function systemAsSet({ preference }: ValueTable): number {
	return preference[0] as number;
}

export function valueAt({ values, queries }: ValueTable, point: number, query: number): number {
	return values[point * queries + query] as number;
}

/** Mean of each point over some of the queries. */
export function pointMeans({ points, queries, values }: ValueTable, columns: Int32Array): Float64Array {
	const means = new Float64Array(points);
	for (let point = 0; point < points; point++) {
		const start = point * queries;
		let sum = 0;
		for (let i = 0; i < columns.length; i++) sum += values[start + (columns[i] as number)] as number;
		means[point] = columns.length === 0 ? 0 : sum / columns.length;
	}
	return means;
}

/** The point of the highest mean; of equal ones the preferred. */
export function bestPoint({ preference }: ValueTable, means: Float64Array): number {
	let best = preference[0] as number;
	for (let i = 1; i < preference.length; i++) {
		const point = preference[i] as number;
		if ((means[point] as number) > (means[best] as number) + SAME) best = point;
	}
	return best;
}

/**
 * Which points are within one standard error of the best: mean of (best - point) at most its own standard error, the
 * differences being paired by query. Where queries come in clusters the standard error is the cluster-robust one
 * (`stats/cluster-t.ts`).
 */
export function withinOneError(table: ValueTable, columns: Int32Array, best: number): Uint8Array {
	const { points, queries, values, clusters } = table;
	const within = new Uint8Array(points);
	const n = columns.length;
	const errorOf = clusters === undefined ? undefined : clusteredError(columns, clusters);
	const deltas = new Float64Array(n);
	for (let point = 0; point < points; point++) {
		let sum = 0;
		let squares = 0;
		for (let i = 0; i < n; i++) {
			const column = columns[i] as number;
			const delta = (values[best * queries + column] as number) - (values[point * queries + column] as number);
			deltas[i] = delta;
			sum += delta;
			squares += delta * delta;
		}
		const mean = sum / n;
		const variance = n < 2 ? 0 : Math.max(0, (squares - n * mean * mean) / (n - 1));
		const error = errorOf === undefined ? Math.sqrt(variance / n) : errorOf(deltas, mean);
		within[point] = mean <= error + SAME ? 1 : 0;
	}
	return within;
}

/** The cluster-robust standard error of a mean over these columns, for many deltas one after another. */
function clusteredError(columns: Int32Array, clusters: Int32Array): (deltas: Float64Array, mean: number) => number {
	const own = columns.map((column) => clusters[column] as number);
	const sums = new Float64Array(own.reduce((most, cluster) => Math.max(most, cluster), 0) + 1);
	const count = new Set(own).size;
	return (deltas, mean) => {
		if (count < 2) return 0;
		sums.fill(0);
		for (let i = 0; i < own.length; i++)
			sums[own[i] as number] = (sums[own[i] as number] as number) + (deltas[i] as number) - mean;
		const squares = sums.reduce((total, sum) => total + sum * sum, 0);
		return Math.sqrt((count / (count - 1)) * squares) / own.length;
	};
}

/**
 * The one-standard-error choice (Breiman, Friedman, Olshen & Stone 1984): the preferred one (nearest to the system as
 * set) of the points that are within one standard error of the best.
 */
export function oneErrorPoint(table: ValueTable, columns: Int32Array, best: number): number {
	const within = withinOneError(table, columns, best);
	return table.preference.find((point) => within[point] === 1) ?? best;
}
