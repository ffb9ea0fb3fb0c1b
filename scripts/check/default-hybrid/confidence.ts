import type { Fusion, Pool, PoolLeg } from '../../../harness/contract.ts';
import { minmax } from '../../../harness/fusion/normalise/minmax.ts';
import { sumOfScores } from '../../../harness/fusion/score-sum.ts';

/** How sure a leg seems of its head on one query: 0..1. */
interface Confidence {
	readonly name: string;
	of(leg: PoolLeg, pool: Pool): number;
}

/** What no leg falls below: one that says nothing is still heard a little. */
const FLOOR = 0.05;
const HEAD = 10;

/** Score at a rank (0-based) or at the last, from 0 (the lowest that the leg returned) to 1 (its first). */
function normalised(leg: PoolLeg, rank: number): number {
	const at = (i: number): number => leg.scores[leg.order[Math.min(i, leg.order.length - 1)] as number] as number;
	const [highest, lowest] = [at(0), at(leg.order.length - 1)];
	return highest > lowest ? (at(rank) - lowest) / (highest - lowest) : 1;
}

export const CONFIDENCES: readonly Confidence[] = [
	{ name: 'first over second', of: (leg) => 1 - normalised(leg, 1) },
	{ name: 'first over tenth', of: (leg) => 1 - normalised(leg, HEAD - 1) },
	{
		name: 'first over mean',
		of: (leg) => 1 - leg.order.reduce((sum, _, rank) => sum + normalised(leg, rank), 0) / leg.order.length,
	},
	{
		name: 'overlap of heads',
		of(leg, pool) {
			const inHead = (other: PoolLeg, doc: number): boolean => {
				const rank = other.ranks[doc] as number;
				return rank > 0 && rank <= HEAD;
			};
			const head = leg.order.subarray(0, HEAD);
			return head.filter((doc) => pool.legs.some((other) => other !== leg && inHead(other, doc))).length / HEAD;
		},
	},
];

/** Min-max sum whose weights are multiplied, query by query, by (floor + confidence) to a power. */
export function confidenceFusion({ name, of }: Confidence, power: number): Fusion {
	return {
		name: `minmax x (${name})^${power}`,
		summary: '',
		options: {},
		score(pool, weights, _options, out) {
			const own = weights.map((weight, i) => {
				const leg = pool.legs[i] as PoolLeg;
				return leg.order.length === 0 ? 0 : weight * (FLOOR + of(leg, pool)) ** power;
			});
			sumOfScores(pool, own, minmax.scaleOf, 'zero', out);
		},
	};
}
