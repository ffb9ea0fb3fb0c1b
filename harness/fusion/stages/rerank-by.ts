import { BenchError } from '../../errors.ts';
import { unknownName } from '../../names.ts';
import { option } from '../../options.ts';
import { topCandidates } from '../../ranking.ts';
import type { Stage } from './stage.ts';

const options = {
	leg: option.text('', 'the leg whose order the candidates get'),
	absent: option.choice('drop', ['drop', 'last'], 'what becomes of candidates that the leg did not return'),
};

/**
 * Puts the candidates into the order of one leg: the others, with the stages before, only decide who is a candidate, as
 * where metadata filters first and semantic search orders what is left. A leg of weight 0 orders nothing.
 * Scores become the number of candidates from a rank to the end.
 */
export const rerankBy: Stage<typeof options> = {
	name: 'rerank-by',
	summary: 'order the candidates as one leg does',
	options,
	validate({ leg }, legs) {
		if (leg === '')
			throw new BenchError('usage', 'rerank-by: no leg is named', { hint: 'For example --set rerank-by.leg=dense' });
		if (legs !== undefined && !legs.includes(leg))
			throw unknownName('leg', leg, legs, { message: `rerank-by.leg is "${leg}", which is no leg` });
	},
	apply(pool, scores, _features, { leg, absent }) {
		const by = pool.legs.find(({ name }) => name === leg);
		if (by === undefined) return;
		const inside = (candidate: number): boolean => scores[candidate] !== Number.NEGATIVE_INFINITY;
		const ordered = [...by.order].filter(inside);
		const rest = [...topCandidates(scores, scores.length)].filter((candidate) => by.ranks[candidate] === 0);
		scores.fill(Number.NEGATIVE_INFINITY);
		const all = absent === 'last' ? [...ordered, ...rest] : ordered;
		for (const [rank, candidate] of all.entries()) scores[candidate] = all.length - rank;
	},
};
