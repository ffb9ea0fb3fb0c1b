import { type RandomStream, randomStream } from '../random.ts';
import { poolSmallStrata } from './small-strata.ts';

/** The rows of one stratum, as indices of the columns. Strata don't overlap. */
export interface StratumRows {
	readonly name: string;
	readonly rows: readonly number[];
	/** No part of what is over all rows. */
	readonly outside?: boolean;
}

/** The strata that make up what is over all rows; all of them where every one is outside. */
export function insideStrata(strata: readonly StratumRows[]): readonly StratumRows[] {
	const inside = strata.filter(({ outside }) => outside !== true);
	return inside.length === 0 ? strata : inside;
}

/** The resampled means of one column over some queries, and the standard error that each resample gives itself. */
export interface Resampled {
	readonly means: Float64Array;
	readonly standardErrors: Float64Array;
}

export interface ResampledColumn {
	/** Over all strata, each resampled within itself; small ones as one (`small-strata.ts`). */
	readonly overall: Resampled;
	/** By stratum name, of that stratum alone. */
	readonly strata: ReadonlyMap<string, Resampled>;
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
): readonly ResampledColumn[] {
	const inside = insideStrata(strata);
	const total = inside.reduce((sum, { rows }) => sum + rows.length, 0);
	const empty = (): Resampled => ({
		means: new Float64Array(resamples),
		standardErrors: new Float64Array(resamples),
	});
	const draw = ({ name, rows }: StratumRows): readonly Resampled[] => {
		const drawn = columns.map(empty);
		resampleStratum(
			columns.map((column) => Float64Array.from(rows, (row) => column[row] as number)),
			rows.length,
			randomStream(seed, `bootstrap/${name}`),
			drawn,
		);
		return drawn;
	};
	const drawn = new Map(strata.map((stratum) => [stratum, draw(stratum)]));
	const pooled = poolSmallStrata(inside).map((stratum) => ({
		share: stratum.rows.length / total,
		drawn: drawn.get(stratum) ?? draw(stratum),
	}));
	return columns.map((_, column) => {
		const overall = empty();
		for (const { share, drawn: within } of pooled) accumulate(overall, within[column] as Resampled, share);
		// Until here the sum of squares.
		overall.standardErrors.forEach((squares, resample) => {
			overall.standardErrors[resample] = Math.sqrt(squares);
		});
		return { overall, strata: new Map([...drawn].map(([{ name }, within]) => [name, within[column] as Resampled])) };
	});
}

/** The hot loop: every value of every column is touched `out.means.length` times on average. */
function resampleStratum(
	columns: readonly Float64Array[],
	n: number,
	stream: RandomStream,
	out: readonly Resampled[],
): void {
	const drawn = new Int32Array(n);
	const resamples = out[0]?.means.length ?? 0;
	for (let resample = 0; resample < resamples; resample++) {
		stream.fillBelow(n, drawn);
		for (let column = 0; column < columns.length; column++) {
			const values = columns[column] as Float64Array;
			// Two running sums each, so that an addition need not wait for the one before it.
			let [sum, otherSum, squares, otherSquares] = [0, 0, 0, 0];
			const even = n - (n % 2);
			for (let i = 0; i < even; i += 2) {
				const x = values[drawn[i] as number] as number;
				const y = values[drawn[i + 1] as number] as number;
				sum += x;
				otherSum += y;
				squares += x * x;
				otherSquares += y * y;
			}
			if (even < n) {
				const last = values[drawn[even] as number] as number;
				sum += last;
				squares += last * last;
			}
			const mean = (sum + otherSum) / n;
			const { means, standardErrors } = out[column] as Resampled;
			means[resample] = mean;
			standardErrors[resample] = standardError(squares + otherSquares, mean, n);
		}
	}
}

/** 0 where all values are the same, whatever rounding left of their sum of squares. */
function standardError(squares: number, mean: number, n: number): number {
	const spread = squares - n * mean * mean;
	return n < 2 || spread <= 1e-12 * squares ? 0 : Math.sqrt(spread / (n - 1) / n);
}

/** Adds a stratum of weight `share`: means add up, and so do the squares of standard errors. */
function accumulate(overall: Resampled, { means, standardErrors }: Resampled, share: number): void {
	for (let resample = 0; resample < means.length; resample++) {
		const error = share * (standardErrors[resample] as number);
		overall.means[resample] = (overall.means[resample] as number) + share * (means[resample] as number);
		overall.standardErrors[resample] = (overall.standardErrors[resample] as number) + error * error;
	}
}
