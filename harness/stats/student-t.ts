import { bisect } from './bisect.ts';
import { normalQuantile } from './normal.ts';

/**
 * Student's t distribution through the regularised incomplete beta function, P(T > t) = I_x(df/2, 1/2) / 2 with
 * x = df / (df + t²) (Abramowitz & Stegun 26.7.1; the continued fraction is DLMF 8.17.22, evaluated by Lentz's method).
 * Tails keep their relative accuracy.
 */

/** P(T > t) for `df` > 0 degrees of freedom. */
export function studentTUpper(t: number, df: number): number {
	if (Number.isNaN(t)) return t;
	if (t < 0) return 1 - studentTUpper(-t, df);
	if (t === Number.POSITIVE_INFINITY) return 0;
	const ratio = (t * t) / df;
	const a = df / 2;
	// x^a (1-x)^(1/2) / B(a, 1/2), with x = 1 / (1 + ratio).
	const front =
		Math.exp(-a * Math.log1p(ratio)) * Math.sqrt(ratio / (1 + ratio)) * (gammaRatio(a) / Math.sqrt(Math.PI));
	const x = 1 / (1 + ratio);
	// The fraction converges fast on one side of the mean of the beta distribution only; the other is its mirror.
	if (x < (a + 1) / (a + 2.5)) return (front * betaFraction(x, a, 0.5)) / a / 2;
	return 0.5 - (front * betaFraction(ratio / (1 + ratio), 0.5, a)) / 0.5 / 2;
}

/** P(T <= t). */
export function studentTCdf(t: number, df: number): number {
	return studentTUpper(-t, df);
}

/** The t with P(T <= t) = p; NaN outside [0, 1] and without degrees of freedom. */
export function studentTQuantile(p: number, df: number): number {
	if (!(p >= 0 && p <= 1 && df > 0)) return Number.NaN;
	if (p === 0.5) return 0;
	if (p < 0.5) return -studentTQuantile(1 - p, df);
	if (p === 1) return Number.POSITIVE_INFINITY;
	// t has heavier tails than the normal, so its quantile lies above.
	const low = normalQuantile(p);
	let high = 2 * Math.max(low, 1);
	while (studentTUpper(high, df) > 1 - p) high *= 2;
	return bisect((t) => 1 - p - studentTUpper(t, df), 0, high);
}

/** Γ(a + 1/2) / Γ(a): its asymptotic series, reached by the recurrence from small a. */
function gammaRatio(a: number): number {
	let shift = 1;
	let at = a;
	while (at < 40) {
		shift *= at / (at + 0.5);
		at++;
	}
	const r = 1 / at;
	const series =
		1 + r * (-1 / 8 + r * (1 / 128 + r * (5 / 1024 + r * (-21 / 32768 + r * (-399 / 262144 + (r * 869) / 4194304)))));
	return shift * Math.sqrt(at) * series;
}

function betaFraction(x: number, a: number, b: number): number {
	const tiny = 1e-300;
	let c = 1;
	let d = 1 / (1 - ((a + b) * x) / (a + 1) || tiny);
	let value = d;
	for (let m = 1; m <= 10_000; m++) {
		const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
		d = 1 / (1 + even * d || tiny);
		c = 1 + even / c || tiny;
		value *= c * d;
		const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
		d = 1 / (1 + odd * d || tiny);
		c = 1 + odd / c || tiny;
		const factor = c * d;
		value *= factor;
		if (Math.abs(factor - 1) < 1e-16) break;
	}
	return value;
}
