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
 * differences being paired by query.
 */
export function withinOneError(table: ValueTable, columns: Int32Array, best: number): Uint8Array {
	const { points, queries, values } = table;
	const within = new Uint8Array(points);
	const n = columns.length;
	for (let point = 0; point < points; point++) {
		let sum = 0;
		let squares = 0;
		for (let i = 0; i < n; i++) {
			const column = columns[i] as number;
			const delta = (values[best * queries + column] as number) - (values[point * queries + column] as number);
			sum += delta;
			squares += delta * delta;
		}
		const mean = sum / n;
		const variance = n < 2 ? 0 : Math.max(0, (squares - n * mean * mean) / (n - 1));
		within[point] = mean <= Math.sqrt(variance / n) + SAME ? 1 : 0;
	}
	return within;
}

/**
 * The one-standard-error choice (Breiman, Friedman, Olshen & Stone 1984): the preferred one (nearest to the system as
 * set) of the points that are within one standard error of the best.
 */
export function oneErrorPoint(table: ValueTable, columns: Int32Array, best: number): number {
	const within = withinOneError(table, columns, best);
	return table.preference.find((point) => within[point] === 1) ?? best;
}
