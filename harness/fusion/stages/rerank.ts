import { BenchError } from '../../errors.ts';
import { option } from '../../options.ts';
import { topCandidates } from '../../ranking.ts';
import type { PairScore, PairScores } from '../pair-scores.ts';
import type { QueryFeatures, Stage } from './stage.ts';

const options = {
	model: option.text(
		'',
		'the cross-encoder: a name of `bench model list`, hf:<owner>/<name>, folder:<path>, or cohere: voyage: jina: tei:<model>',
	),
	top: option.integer(50, { min: 1, max: 1000, help: 'candidates that are reranked; the others follow as they were' }),
	deadline_ms: option.integer(0, {
		min: 1,
		max: 600_000,
		also: [0],
		help: "a query's scores may take so long; past it the order before stands, counted; 0: as long as it takes",
	}),
};

/**
 * Puts the best `top` candidates into the order of a cross-encoder, which reads query and document together. Documents
 * that no model may see keep their rank, the others change places among themselves; equal scores keep the order before.
 * A query whose scores took longer than `deadline_ms` keeps its order. Scores become the number of candidates from a
 * rank to the end, for two scales do not mix.
 */
export const rerank: Stage<typeof options> = {
	name: 'rerank',
	summary: 'order the best `top` candidates as a cross-encoder scores them with the query',
	options,
	fixed: ['model'],
	validate({ model }) {
		if (model.trim() === '')
			throw new BenchError('usage', 'rerank: no model is named', {
				hint: 'For example --set rerank.model=ms-marco-MiniLM-L-6-v2; `bench model list` shows the rerankers.',
			});
	},
	apply(pool, scores, features, { model, top, deadline_ms: deadline }) {
		const pairs = scoresOf(features, model);
		const ranked = topCandidates(scores, scores.length);
		const head = rerankedHead(
			ranked.subarray(0, top),
			(candidate) => pairs.of(pool.docs[candidate] as number),
			deadline,
		);
		if (head === undefined) return;
		scores.fill(Number.NEGATIVE_INFINITY);
		for (let rank = 0; rank < ranked.length; rank++)
			scores[head[rank] ?? (ranked[rank] as number)] = ranked.length - rank;
	},
};

/**
 * Candidates in their new order: those without a score keep their rank. Undefined where the scores took longer than the
 * deadline (0: none), so that the order before stands.
 */
export function rerankedHead(
	head: Int32Array,
	scoreOf: (candidate: number) => PairScore | undefined,
	deadline: number,
): readonly number[] | undefined {
	const movable = [...head].flatMap((candidate, rank) => {
		const pair = scoreOf(candidate);
		return pair === undefined ? [] : [{ candidate, rank, ...pair }];
	});
	if (isPastDeadline(movable, deadline)) return undefined;
	const order = [...head];
	// A stable sort: equal scores keep the order before.
	const sorted = [...movable].sort((x, y) => y.score - x.score);
	for (const [i, { rank }] of movable.entries()) order[rank] = (sorted[i] as (typeof sorted)[number]).candidate;
	return order;
}

/** Whether scoring these pairs took longer than the deadline; 0 is none. */
export function isPastDeadline(pairs: readonly PairScore[], deadline: number): boolean {
	return deadline > 0 && pairs.reduce((sum, { milliseconds }) => sum + milliseconds, 0) > deadline;
}

function scoresOf({ pairScores }: QueryFeatures, model: string): PairScores {
	if (pairScores === undefined)
		throw new BenchError('plugin', `rerank: there are no scores of ${model} for these candidates`, {
			hint: 'Only a system that was retrieved has them: a `hybrid`, or a system built like it.',
		});
	return pairScores;
}
