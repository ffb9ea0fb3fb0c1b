import type { PoolLeg } from '../../contract.ts';
import { extremes, magnitude, type Scale, safeUnit } from './scale.ts';

/**
 * (score - infimum) / (highest - infimum), where the infimum is the least score the leg could ever give (0 for BM25,
 * -1 for cosine), not the least it happened to return: the theoretical min-max of Bruch, Gai & Ingber (TOIS 2023).
 * Clipped to 0..1; where even the highest score is at or under the infimum, every document gets 0.
 */
export function theoreticalScale(leg: PoolLeg, infimum: number): Scale {
	const unit = safeUnit(Math.max(magnitude(leg), Math.abs(infimum)));
	const origin = infimum * unit;
	const span = extremes(leg).highest * unit - origin;
	return { unit, origin, span, floor: 0, ceiling: 1, degenerate: 0 };
}
