import type { Fusion } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { unknownName } from '../names.ts';
import { option } from '../options.ts';
import { absentOption } from './absent.ts';
import { theoreticalScale } from './normalise/theoretical.ts';
import { sumOfScores } from './score-sum.ts';

const options = {
	alpha: option.number(0.5, { min: 0, max: 1, help: 'share of alpha_leg; every other leg has 1 - alpha' }),
	alpha_leg: option.text('dense', 'the leg that alpha is the share of'),
	infimum: option.list(['dense=-1'], { help: 'least possible score per leg, as leg=number; 0 where not listed' }),
	absent: absentOption('zero'),
};

/**
 * Theoretical min-max convex combination: alpha x phi(dense) + (1 - alpha) x phi(lexical), phi(s) = (s - infimum) /
 * (highest of this query - infimum), clipped to 0..1 (Bruch, Gai & Ingber, "An analysis of fusion functions for hybrid
 * retrieval", TOIS 2023).
 *
 * The form for any number of legs: `alpha_leg` has the factor alpha, every other leg 1 - alpha, each times its own weight; with
 * unit weights and two legs that is the paper's formula. At the default alpha of 0.5 the weights alone decide; the
 * paper tunes alpha on judged queries. `infimum` lists the least possible score of a leg as `leg=number`, 0 where a
 * leg is not listed.
 *
 * A missing document contributes nothing (`absent=zero`), as if its score were the infimum, or what the last document
 * of the leg got (`union`).
 */
export const tm2c2: Fusion<typeof options> = {
	name: 'tm2c2',
	summary: 'theoretical min-max convex combination: alpha x dense + (1 - alpha) x the rest',
	options,
	validate({ alpha_leg, infimum }, legs) {
		// The defaults name a dense leg, which a system need not have.
		if (alpha_leg !== options.alpha_leg.default) requireLeg('alpha_leg', alpha_leg, legs);
		for (const name of readInfima(infimum).keys())
			if (!infimum.every((entry) => options.infimum.default.includes(entry))) requireLeg('infimum', name, legs);
	},
	score(pool, weights, { alpha, alpha_leg, infimum, absent }, out) {
		const infima = readInfima(infimum);
		const shares = weights.map((weight, leg) => weight * (pool.legs[leg]?.name === alpha_leg ? alpha : 1 - alpha));
		sumOfScores(pool, shares, (leg) => theoreticalScale(leg, infima.get(leg.name) ?? 0), absent, out);
	},
};

function requireLeg(name: string, leg: string, legs: readonly string[]): void {
	if (!legs.includes(leg))
		throw unknownName('leg', leg, legs, { message: `tm2c2: option ${name} names "${leg}", which is not a leg` });
}

function readInfima(entries: readonly string[]): ReadonlyMap<string, number> {
	return new Map(
		entries.map((entry) => {
			const cut = entry.lastIndexOf('=');
			const value = cut > 0 && cut < entry.length - 1 ? Number(entry.slice(cut + 1)) : Number.NaN;
			if (!Number.isFinite(value))
				throw new BenchError('usage', `tm2c2: option infimum takes entries such as dense=-1, not "${entry}"`);
			return [entry.slice(0, cut), value] as const;
		}),
	);
}
