import { BenchError } from '../../errors.ts';
import type { Stage } from './stage.ts';

/**
 * Exact-match rank bonus: a candidate that holds the query's tokens as one unbroken phrase gets weight / (k + 1) more,
 * as if it stood first in one more leg of reciprocal rank fusion. The size suits RRF scores with the same k; after a
 * fusion on another scale choose the weight to match. Only candidates gain: the bonus retrieves nothing.
 */
export const exact: Stage<{ weight: number; k: number }> = {
	name: 'exact',
	summary: 'bonus: + weight / (k + 1) where the document holds the query as a phrase',
	defaults: { weight: 1, k: 60 },
	help: { weight: 'weight of the bonus, as of a leg', k: 'the constant of the fusion that it joins' },
	apply(pool, scores, features, { weight, k }) {
		if (!(k + 1 > 0)) throw new BenchError('usage', `exact: k must be above -1, not ${k}`);
		const bonus = weight / (k + 1);
		for (let candidate = 0; candidate < scores.length; candidate++)
			if (scores[candidate] !== Number.NEGATIVE_INFINITY && features.exactMatch(pool.docs[candidate] as number))
				scores[candidate] = Math.max(
					-Number.MAX_VALUE,
					Math.min(Number.MAX_VALUE, (scores[candidate] as number) + bonus),
				);
	},
};
