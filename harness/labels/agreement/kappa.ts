import type { Interval } from '../../stats/bootstrap-interval.ts';
import { normalQuantile } from '../../stats/normal.ts';
import type { Confusion } from './confusion.ts';
import { KAPPA_WEIGHTS, type KappaWeights } from './weights.ts';

export interface Kappa {
	/** 1: always agreed; 0: as often as by chance; below: less often. */
	readonly kappa: number;
	/** Asymptotic standard error, for intervals (not under the hypothesis kappa = 0). */
	readonly standardError: number;
	/** kappa ± z · standard error, cut to [-1, 1]. It takes the items as independent of each other. */
	readonly interval: Interval;
}

/**
 * Cohen's kappa (1960; weighted: 1968): agreement beyond what two judges with these distributions of grades would have by chance.
 * Undefined where a judge gave one and the same grade to everything (or there are no items): kappa is then 0, or 0 / 0,
 * whatever the other judge did, and says nothing.
 *
 * The standard error is that of Fleiss, Cohen & Everitt, "Large sample standard errors of kappa and weighted kappa",
 * Psychological Bulletin 72, 1969, as statsmodels `cohens_kappa` and SAS FREQ compute it.
 */
export function cohensKappa(table: Confusion, weights: KappaWeights, confidence = 0.95): Kappa | undefined {
	const agreement = observedAndExpected(table, weights);
	if (agreement === undefined) return undefined;
	const { observed, expected, weight, rows, columns } = agreement;
	const kappa = (observed - expected) / (1 - expected);
	const k = table.grades.length;
	// Mean weight of a row's grade against the second judge's distribution, and of a column's against the first's.
	const ofRow = Array.from({ length: k }, (_, i) => sum(k, (j) => (columns[j] as number) * weight(i, j)));
	const ofColumn = Array.from({ length: k }, (_, j) => sum(k, (i) => (rows[i] as number) * weight(i, j)));
	const spread = sum(k, (i) =>
		sum(k, (j) => {
			const deviation = weight(i, j) - ((ofRow[i] as number) + (ofColumn[j] as number)) * (1 - kappa);
			return ((table.counts[i]?.[j] ?? 0) / table.n) * deviation ** 2;
		}),
	);
	const variance = (spread - (kappa - expected * (1 - kappa)) ** 2) / ((1 - expected) ** 2 * table.n);
	// Rounding can take a variance of 0 below it.
	const standardError = Math.sqrt(Math.max(0, variance));
	const reach = normalQuantile((1 + confidence) / 2) * standardError;
	return {
		kappa,
		standardError,
		interval: { low: Math.max(-1, kappa - reach), high: Math.min(1, kappa + reach) },
	};
}

/** kappa alone, without its error: what resampling or leaving out queries needs many times. */
export function kappaValue(table: Confusion, weights: KappaWeights): number | undefined {
	const agreement = observedAndExpected(table, weights);
	return agreement && (agreement.observed - agreement.expected) / (1 - agreement.expected);
}

function observedAndExpected({ grades, counts, n }: Confusion, weights: KappaWeights) {
	const k = grades.length;
	if (n === 0 || k === 0) return undefined;
	const range = (grades[k - 1] as number) - (grades[0] as number);
	const weight = (i: number, j: number): number =>
		KAPPA_WEIGHTS[weights](grades[i] as number, grades[j] as number, range);
	const rows = counts.map((row) => sum(k, (j) => row[j] as number) / n);
	const columns = grades.map((_, j) => sum(k, (i) => counts[i]?.[j] ?? 0) / n);
	const observed = sum(k, (i) => sum(k, (j) => weight(i, j) * (counts[i]?.[j] ?? 0))) / n;
	const expected = sum(k, (i) => sum(k, (j) => weight(i, j) * (rows[i] as number) * (columns[j] as number)));
	// Not `=== 1`: sums of shares that are 1 on paper can be off by rounding.
	if (Math.max(...rows, ...columns) > 1 - 1e-12) return undefined;
	return { observed, expected, weight, rows, columns };
}

function sum(length: number, term: (i: number) => number): number {
	let total = 0;
	for (let i = 0; i < length; i++) total += term(i);
	return total;
}
