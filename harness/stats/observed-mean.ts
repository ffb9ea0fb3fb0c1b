import { type Deltas, meanDelta, sdOfDeltas } from './deltas.ts';

/** The mean of the deltas with its standard error, without resampling. */
export interface ObservedMean {
	readonly deltas: Deltas;
	readonly mean: number;
	readonly standardError: number;
	/** Degrees of freedom of the standard error, at least 1. */
	readonly df: number;
	/** Deltas minus the mean of their own stratum. */
	readonly centred: readonly number[];
}

export function observe(deltas: Deltas): ObservedMean {
	const mean = meanDelta(deltas);
	const standardError = deltas.length === 0 ? 0 : sdOfDeltas(deltas) / Math.sqrt(deltas.length);
	return { deltas, mean, standardError, df: Math.max(1, deltas.length - 1), centred: deltas.map((d) => d - mean) };
}

/**
 * Strata weighted by their number of deltas; their standard errors add up in squares, and their degrees of freedom by
 * Satterthwaite's approximation (1946).
 */
export function pooled(strata: readonly ObservedMean[]): ObservedMean {
	const deltas = strata.flatMap((stratum) => stratum.deltas);
	const share = (stratum: ObservedMean): number => stratum.deltas.length / deltas.length;
	const variances = strata.map((stratum) => (share(stratum) * stratum.standardError) ** 2);
	const variance = variances.reduce((sum, part) => sum + part, 0);
	const parts = strata.reduce((sum, { df }, i) => sum + (variances[i] as number) ** 2 / df, 0);
	return {
		deltas,
		mean: strata.reduce((sum, stratum) => sum + share(stratum) * stratum.mean, 0),
		standardError: Math.sqrt(variance),
		df: parts === 0 ? Math.max(1, deltas.length - strata.length) : variance ** 2 / parts,
		centred: strata.flatMap(({ centred }) => centred),
	};
}
