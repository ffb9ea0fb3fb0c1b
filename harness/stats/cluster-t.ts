import type { ClusterSums } from './clusters.ts';
import { studentTUpper } from './student-t.ts';

export interface ClusterT {
	readonly standardError: number;
	/** Clusters - 1. */
	readonly df: number;
	readonly t: number;
	/** Two-sided. */
	readonly p: number;
}

/**
 * Cluster-robust t test of "the mean delta is 0" (Liang & Zeger 1986): the regression on a constant with standard errors
 * clustered, G / (G - 1) Σ (sum of the residuals of a cluster)² / n², and G - 1 degrees of freedom. Agrees with
 * statsmodels' OLS(deltas, 1) with cov_type 'cluster'. Undefined for fewer than two clusters or no spread.
 */
export function clusterT(clusters: ClusterSums): ClusterT | undefined {
	const standardError = clusterError(clusters);
	if (!(standardError > 0)) return undefined;
	const df = clusters.sizes.length - 1;
	const t = clusters.mean / standardError;
	return { standardError, df, t, p: Math.min(1, 2 * studentTUpper(Math.abs(t), df)) };
}

/** The standard error of {@link clusterT}; 0 where it has none. */
export function clusterError({ n, mean, sizes, sums }: ClusterSums): number {
	const count = sizes.length;
	if (count < 2) return 0;
	let squares = 0;
	let scale = 0;
	for (let g = 0; g < count; g++) {
		const residual = (sums[g] as number) - (sizes[g] as number) * mean;
		squares += residual * residual;
		scale += (sums[g] as number) ** 2;
	}
	return squares <= 1e-20 * scale ? 0 : Math.sqrt((count / (count - 1)) * squares) / n;
}

/** A standard error with the degrees of freedom of its t. */
export interface CorrectedError {
	readonly standardError: number;
	readonly df: number;
}

/**
 * The bias-reduced standard error with Satterthwaite's degrees of freedom (CR2: Bell & McCaffrey 2002; the degrees under
 * a random-effects covariance: Imbens & Kolesár 2016), for clusters of unequal size: each residual sum is divided by
 * sqrt(1 - its cluster's share of the queries). `icc` is the intraclass correlation that the degrees of freedom are for.
 * At most G - 1 degrees of freedom; G - 1 exactly for clusters of one size.
 */
export function biasReducedError({ n, mean, sizes, sums }: ClusterSums, icc: number): CorrectedError {
	const count = sizes.length;
	if (count < 2) return { standardError: 0, df: 1 };
	const shares = Array.from(sizes, (size) => size / n);
	const correlation = Math.min(1, Math.max(0, icc));
	// Variance of a cluster's sum.
	const variances = Array.from(sizes, (size) => size * (1 + (size - 1) * correlation));
	const total = variances.reduce((sum, variance) => sum + variance, 0);
	let squares = 0;
	let trace = 0;
	let traceOfSquare = 0;
	for (let g = 0; g < count; g++) {
		const own = shares[g] as number;
		const variance = variances[g] as number;
		squares += ((sums[g] as number) - (sizes[g] as number) * mean) ** 2 / (1 - own);
		trace += (variance * (1 - 2 * own) + own * own * total) / (1 - own);
		for (let h = 0; h < count; h++) {
			const other = shares[h] as number;
			const covariance =
				(g === h ? variance : 0) - other * variance - own * (variances[h] as number) + own * other * total;
			traceOfSquare += covariance ** 2 / ((1 - own) * (1 - other));
		}
	}
	return {
		standardError: Math.sqrt(squares) / n,
		df: Math.max(1, Math.min(count - 1, trace ** 2 / traceOfSquare)),
	};
}
