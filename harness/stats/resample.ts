import { randomStream } from '../random.ts';

/** The rows (places in the columns) of one stratum. Strata don't overlap. */
export interface StratumRows {
	readonly name: string;
	readonly rows: readonly number[];
}

/** Resampled means of one column. */
export interface ResampledMeans {
	/** Means over all strata, each resampled within itself. */
	readonly overall: Float64Array;
	/** Stratum name -> means of that stratum alone. */
	readonly strata: ReadonlyMap<string, Float64Array>;
}

/**
 * The means of `resamples` bootstrap resamples of the queries (Efron 1979), for several columns of deltas at once
 * (metrics, challengers; a number per query each). Queries are drawn with replacement within their stratum, so the
 * overall means come from a stratified bootstrap and the strata's from a plain one.
 *
 * One draw serves all columns and both means: it is paired over metrics and challengers too, and adding one moves no
 * number of another. Each stratum draws from its own stream (`bootstrap/<stratum>`), so selecting strata doesn't either.
 */
export function resampleMeans(
	columns: readonly (readonly number[])[],
	strata: readonly StratumRows[],
	resamples: number,
	seed: number,
): readonly ResampledMeans[] {
	const total = strata.reduce((sum, { rows }) => sum + rows.length, 0);
	const means = columns.map(() => ({
		overall: new Float64Array(resamples),
		strata: new Map(strata.map(({ name }) => [name, new Float64Array(resamples)])),
	}));
	for (const { name, rows } of strata) {
		const n = rows.length;
		if (n === 0) continue;
		const stream = randomStream(seed, `bootstrap/${name}`);
		const packed = columns.map((column) => Float64Array.from(rows, (row) => column[row] as number));
		const drawn = new Int32Array(n);
		const sums = columns.map(() => new Float64Array(resamples));
		for (let resample = 0; resample < resamples; resample++) {
			stream.fillBelow(n, drawn);
			for (let column = 0; column < packed.length; column++) {
				(sums[column] as Float64Array)[resample] = sumOf(packed[column] as Float64Array, drawn);
			}
		}
		means.forEach(({ overall, strata: byStratum }, column) => {
			const within = byStratum.get(name) as Float64Array;
			const sum = sums[column] as Float64Array;
			for (let resample = 0; resample < resamples; resample++) {
				within[resample] = (sum[resample] as number) / n;
				overall[resample] = (overall[resample] as number) + (sum[resample] as number) / total;
			}
		});
	}
	return means;
}

/** Four running sums, so that an addition need not wait for the one before it. */
function sumOf(values: Float64Array, drawn: Int32Array): number {
	let [a, b, c, d] = [0, 0, 0, 0];
	const whole = drawn.length - (drawn.length % 4);
	for (let i = 0; i < whole; i += 4) {
		a += values[drawn[i] as number] as number;
		b += values[drawn[i + 1] as number] as number;
		c += values[drawn[i + 2] as number] as number;
		d += values[drawn[i + 3] as number] as number;
	}
	for (let i = whole; i < drawn.length; i++) a += values[drawn[i] as number] as number;
	return a + b + (c + d);
}
