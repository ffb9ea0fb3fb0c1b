import { bisect } from './bisect.ts';
import type { Effect } from './effect.ts';
import { integrate } from './gauss-legendre.ts';

/** The prior distribution of the true mean delta. */
export interface MeanPrior {
	/** The sd of the normal prior about 0, in the metric's units (> 0). */
	readonly sd: number;
	/** No mean delta is larger than this, either way: the metric's range (> 0). */
	readonly bound: number;
}

/** The posterior distribution of the true mean delta. Shares are probabilities in [0, 1] that add up to 1. */
export interface MeanPosterior {
	readonly mean: number;
	/** Equal-tailed credible interval. */
	readonly low: number;
	readonly high: number;
	/** P(delta < 0) and P(delta > 0). */
	readonly belowZero: number;
	readonly aboveZero: number;
	/** Below, within and above the region of practical equivalence, [-margin, margin]; undefined without a margin. */
	readonly rope: { readonly below: number; readonly inside: number; readonly above: number } | undefined;
}

/**
 * The Bayesian paired t model: deltas are normal with unknown mean and sd. The sd has the scale prior p(sd) = 1 / sd;
 * integrated out, it leaves the likelihood of the mean as Student's t with n - 1 degrees of freedom about the observed
 * mean (Jeffreys; Gelman et al., "Bayesian Data Analysis", 3.2), which under a flat prior is the posterior of Benavoli,
 * Corani, Demsar & Zaffalon (JMLR 18, 2017) with their correlation at 0: queries are not cross-validation folds. The
 * prior of the mean is {@link MeanPrior}, a normal cut to the metric's range; the region of practical equivalence (ROPE)
 * is theirs and Kruschke's. Integrated numerically: nothing is drawn.
 *
 * Undefined for fewer than two deltas or constant ones: they say nothing of the spread.
 */
export function meanPosterior(
	{ n, meanDelta, sd }: Pick<Effect, 'n' | 'meanDelta' | 'sd'>,
	prior: MeanPrior,
	options: { readonly margin?: number | undefined; readonly confidence: number },
): MeanPosterior | undefined {
	if (n < 2 || !(sd > 0)) return undefined;
	const standardError = sd / Math.sqrt(n);
	const logDensity = (delta: number): number => {
		const t = (delta - meanDelta) / standardError;
		return (-n / 2) * Math.log1p((t * t) / (n - 1)) - (delta / prior.sd) ** 2 / 2;
	};
	const mass = panels(logDensity, [meanDelta, 0], [standardError, prior.sd], prior.bound);
	const share = (low: number, high: number): number => mass.between(low, high) / mass.total;
	const { margin, confidence } = options;
	const { bound } = prior;
	const belowZero = share(-bound, 0);
	const below = margin === undefined ? 0 : share(-bound, -margin);
	const above = margin === undefined ? 0 : share(margin, bound);
	return {
		mean: mass.firstMoment() / mass.total,
		low: mass.quantile((1 - confidence) / 2),
		high: mass.quantile((1 + confidence) / 2),
		belowZero,
		aboveZero: share(0, bound),
		rope: margin === undefined ? undefined : { below, inside: share(-margin, margin), above },
	};
}

interface Mass {
	readonly total: number;
	between(low: number, high: number): number;
	firstMoment(): number;
	quantile(p: number): number;
}

/**
 * A density on [-bound, bound], known up to a factor, in panels that grow by half with the distance from its centres:
 * narrow where it can be narrow (the data's and the prior's centre), wide in the tails.
 */
function panels(
	logDensity: (x: number) => number,
	centres: readonly number[],
	scales: readonly number[],
	bound: number,
): Mass {
	const cuts = cutsOf(centres, scales, bound);
	const peak = Math.max(...cuts.map(logDensity));
	const density = (x: number): number => Math.exp(logDensity(x) - peak);
	const masses = cuts.slice(1).map((to, i) => integrate(density, cuts[i] as number, to, 1));
	const total = masses.reduce((sum, mass) => sum + mass, 0);
	const upTo = (x: number): number => {
		let sum = 0;
		for (let i = 0; i < masses.length; i++) {
			const [from, to] = [cuts[i] as number, cuts[i + 1] as number];
			if (to <= x) sum += masses[i] as number;
			else return x <= from ? sum : sum + integrate(density, from, x, 1);
		}
		return sum;
	};
	return {
		total,
		between: (low, high) => Math.max(0, upTo(Math.min(high, bound)) - upTo(Math.max(low, -bound))),
		firstMoment: () =>
			cuts.slice(1).reduce((sum, to, i) => sum + integrate((x) => x * density(x), cuts[i] as number, to, 1), 0),
		quantile: (p) => bisect((x) => upTo(x) - p * total, -bound, bound),
	};
}

function cutsOf(centres: readonly number[], scales: readonly number[], bound: number): readonly number[] {
	const cuts = new Set([-bound, bound]);
	const add = (x: number): void => {
		if (x > -bound && x < bound) cuts.add(x);
	};
	for (const centre of centres) {
		add(centre);
		for (const scale of scales)
			for (let step = scale / 2; step < 2 * bound; step *= 1.5) {
				add(centre - step);
				add(centre + step);
			}
	}
	return [...cuts].sort((x, y) => x - y);
}
