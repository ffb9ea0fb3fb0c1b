import { type KeptLegs, rankingsOf } from '../../fusion/kept-legs.ts';
import { pipelinePool } from '../../fusion/pipeline.ts';
import { rerankHead, rerankStageOf } from '../../fusion/rerank-head.ts';
import { isPastDeadline } from '../../fusion/stages/rerank.ts';

/**
 * Stages that changed no query, by name, with the reason why they could not have: a reranker whose budget no query met, or
 * that had no two candidates to put in order, or that scores them all alike. A reranker that could move documents and
 * happened to leave them is not among them.
 */
export function idleStages(kept: KeptLegs): ReadonlyMap<string, string> {
	const stage = rerankStageOf(kept.pipeline);
	if (stage === undefined || kept.queries.length === 0) return new Map();
	const found = kept.queries.map((_, queryIndex) => {
		const features = kept.features(queryIndex);
		const pool = pipelinePool(kept.pipeline, rankingsOf(kept, queryIndex));
		const pairs = [...rerankHead(kept.pipeline, stage, pool, features)].flatMap(
			(doc) => features.pairScores?.of(doc) ?? [],
		);
		return {
			none: pairs.length < 2,
			past: isPastDeadline(pairs, stage.deadlineMs),
			alike: pairs.every(({ score }) => score === pairs[0]?.score),
		};
	});
	if (found.some(({ none, past, alike }) => !none && !past && !alike)) return new Map();
	const reason = found.every(({ none }) => none)
		? 'no query has two candidates that a model may see and that it could put in order'
		: found.every(({ none, past }) => none || past)
			? `every query missed its budget of ${stage.deadlineMs} ms`
			: found.some(({ past }) => past)
				? `it gives all candidates of a query the same score, or missed its budget of ${stage.deadlineMs} ms`
				: 'it gives all candidates of a query the same score';
	return new Map([['rerank', reason]]);
}
