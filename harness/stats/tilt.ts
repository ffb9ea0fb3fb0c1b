import type { DeltaDistribution } from './delta-distribution.ts';

/**
 * The distribution nearest to the given one (least Kullback-Leibler divergence) whose mean is `difference`: chances
 * multiplied by exp(theta x value) (exponential tilting; Efron 1981, "Nonparametric standard errors and confidence
 * intervals", section 11; Davison & Hinkley 1997, 4.4). A true difference is imposed by changing how often queries are
 * won and lost, never by moving a delta to a value that the metric can't take. Undefined where `difference` lies
 * outside the values; at the very end of them all queries have that value.
 */
export function tilted(distribution: DeltaDistribution, difference: number): DeltaDistribution | undefined {
	const { values, weights } = distribution;
	const first = values[0] ?? 0;
	const last = values[values.length - 1] ?? 0;
	const reach = last - first;
	const tolerance = 1e-9 * Math.max(reach, Math.abs(difference));
	if (difference < first - tolerance || difference > last + tolerance) return undefined;
	if (reach === 0) return distribution;
	if (difference <= first + tolerance) return { values: values.slice(0, 1), weights: Float64Array.of(1) };
	if (difference >= last - tolerance) return { values: values.slice(-1), weights: Float64Array.of(1) };
	const out = new Float64Array(values.length);
	// Newton's steps, halved back into the bracket where they leave it; the mean rises with theta.
	let low = Number.NEGATIVE_INFINITY;
	let high = Number.POSITIVE_INFINITY;
	let theta = 0;
	for (let round = 0; round < 200; round++) {
		const { mean, variance } = reweigh(values, weights, theta, out);
		const error = mean - difference;
		if (Math.abs(error) < 1e-10 * reach) break;
		if (error < 0) low = theta;
		else high = theta;
		let next = variance > 0 ? theta - error / variance : Number.NaN;
		// One step must not run away where the variance is nearly 0.
		const most = 20 / reach;
		if (!(Math.abs(next - theta) <= most)) next = theta - Math.sign(error) * most;
		if (next <= low || next >= high) next = (low + high) / 2;
		theta = next;
	}
	return { values, weights: out };
}

/** Fills `out` with the tilted chances; their mean and variance. */
function reweigh(
	values: Float64Array,
	weights: Float64Array,
	theta: number,
	out: Float64Array,
): { readonly mean: number; readonly variance: number } {
	const top = theta > 0 ? (values[values.length - 1] as number) : (values[0] as number);
	let total = 0;
	let first = 0;
	for (let i = 0; i < values.length; i++) {
		const weight = (weights[i] as number) * Math.exp(theta * ((values[i] as number) - top));
		out[i] = weight;
		total += weight;
		first += weight * (values[i] as number);
	}
	const mean = first / total;
	let second = 0;
	for (let i = 0; i < values.length; i++) {
		out[i] = (out[i] as number) / total;
		second += (out[i] as number) * ((values[i] as number) - mean) ** 2;
	}
	return { mean, variance: second };
}
