import type { TradeoffPoint } from './figure.ts';

/**
 * Systems that no other one beats on both: none is at least as good and as fast, and better or faster. From the fastest
 * to the best. Latency is the median; means and medians are taken as they are, without their uncertainty.
 */
export function paretoFront(systems: readonly TradeoffPoint[]): readonly TradeoffPoint[] {
	return systems
		.filter(
			(one) =>
				!systems.some(
					(other) =>
						other.quality >= one.quality &&
						other.p50 <= one.p50 &&
						(other.quality > one.quality || other.p50 < one.p50),
				),
		)
		.sort((one, other) => one.p50 - other.p50);
}
