import type { Fusion } from '../contract.ts';
import { option } from '../options.ts';
import { absentOption } from './absent.ts';
import { sumByRank } from './rank-sum.ts';

const options = {
	p: option.number(0.8, { above: 0, below: 1, help: 'persistence of the reader' }),
	absent: absentOption('zero'),
};

/** By persistence: the attention to each rank (from 1), as far as it was asked for. A power costs as much as ten ranks. */
const known = new Map<number, number[]>();
/** A sweep visits one persistence after another. */
const REMEMBERED = 64;

function attentionOf(p: number): (rank: number) => number {
	let values = known.get(p);
	if (values === undefined) {
		if (known.size >= REMEMBERED) known.clear();
		values = [];
		known.set(p, values);
	}
	const attention = values;
	return (rank) => {
		for (let next = attention.length + 1; next <= rank; next++) attention.push((1 - p) * p ** (next - 1));
		return attention[rank - 1] as number;
	};
}

/**
 * Rank-biased centroid: sum over legs of w x (1 - p) x p^(rank - 1), rank from 1: the attention that a reader of
 * persistence p gives to the document (Bailey, Moffat, Scholer & Thomas, SIGIR 2017).
 *
 * A missing document contributes nothing (`absent=zero`) or w x (1 - p) x p^n after a leg of n documents (`union`).
 */
export const rbc: Fusion<typeof options> = {
	name: 'rbc',
	summary: 'rank-biased centroid: sum of w (1 - p) p^(rank - 1)',
	options,
	score(pool, weights, { p, absent }, out) {
		sumByRank(pool, weights, attentionOf(p), absent, out);
	},
};
