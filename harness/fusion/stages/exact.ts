import { option } from '../../options.ts';
import type { Stage } from './stage.ts';

const options = {
	weight: option.number(1, { help: 'weight of the bonus, as of a leg' }),
	k: option.number(60, { above: -1, help: 'the constant of the fusion that it joins' }),
};

/**
 * Exact-match rank bonus: a candidate that holds the query's tokens as one unbroken phrase gets weight / (k + 1) more,
 * as if it stood first in one more leg of reciprocal rank fusion. The size suits RRF scores with the same k; after a
 * fusion on another scale choose the weight to match. Only candidates gain: the bonus retrieves nothing.
 */
export const exact: Stage<typeof options> = {
	name: 'exact',
	summary: 'bonus: + weight / (k + 1) where the document holds the query as a phrase',
	options,
	apply(pool, scores, features, { weight, k }) {
		const bonus = weight / (k + 1);
		for (let candidate = 0; candidate < scores.length; candidate++)
			if (scores[candidate] !== Number.NEGATIVE_INFINITY && features.exactMatch(pool.docs[candidate] as number))
				scores[candidate] = Math.max(
					-Number.MAX_VALUE,
					Math.min(Number.MAX_VALUE, (scores[candidate] as number) + bonus),
				);
	},
};
