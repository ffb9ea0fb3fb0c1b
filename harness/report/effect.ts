import type { Effect } from '../stats/effect.ts';
import { effectInterval } from '../stats/effect-interval.ts';

/** `0.28 (0.17 .. 0.39)`: d_z with its interval; a dash where it is not defined. */
export function formatEffect(effect: Effect, confidence: number): string {
	const interval = effectInterval(effect, confidence);
	if (effect.dz === undefined || interval === undefined) return '-';
	return `${effect.dz.toFixed(2)} (${interval.low.toFixed(2)} .. ${interval.high.toFixed(2)})`;
}
