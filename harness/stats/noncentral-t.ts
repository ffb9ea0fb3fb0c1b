import { integrate } from './gauss-legendre.ts';
import { normalCdf } from './normal.ts';

/**
 * P(T <= t) of the noncentral t distribution with `df` > 0 degrees of freedom and noncentrality `delta`: what a t
 * statistic follows when the true mean is not 0.
 *
 * T = (Z + delta) / S with S² = chi²/df, so P(T <= t) is the mean of Φ(t s - delta) over the density of S, which is
 * integrated numerically. The density is normalised by its own integral, so no gamma function (and none of its
 * cancellation at large df) is needed.
 */
export function noncentralTCdf(t: number, df: number, delta: number): number {
	const width = 12 / Math.sqrt(2 * df);
	const low = Math.max(0, 1 - width);
	const high = 1 + width;
	const density = (s: number): number => (s === 0 ? 0 : Math.exp((df - 1) * Math.log(s) - (df * (s * s - 1)) / 2));
	// Φ(t s - delta) turns from 0 to 1 around s = delta / t: panels of its own where that is narrow.
	const clamp = (s: number): number => (Number.isFinite(s) ? Math.min(high, Math.max(low, s)) : low);
	const turn = [clamp((delta - 9) / t), clamp((delta + 9) / t)].sort((x, y) => x - y);
	const cuts = [low, turn[0] as number, turn[1] as number, high];
	let mass = 0;
	let total = 0;
	for (let i = 0; i < 3; i++) {
		const from = cuts[i] as number;
		const to = cuts[i + 1] as number;
		mass += integrate((s) => density(s) * normalCdf(t * s - delta), from, to, PANELS);
		total += integrate(density, from, to, PANELS);
	}
	return Math.min(1, mass / total);
}

const PANELS = 8;

/** P(T > t). */
export function noncentralTUpper(t: number, df: number, delta: number): number {
	return noncentralTCdf(-t, df, -delta);
}
