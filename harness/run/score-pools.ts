import type { Doc, IndexContext, Query } from '../contract.ts';
import { BenchError } from '../errors.ts';
import type { FusedRetriever } from '../fusion/fused-retriever.ts';
import type { KeptLegs } from '../fusion/kept-legs.ts';
import { type PairScore, type PairScores, scoresByDoc } from '../fusion/pair-scores.ts';
import { openRerank } from './rerank-query.ts';

/**
 * The scores of every document that any leg returned, and of `further` ones, by queryIndex, for work that fuses the legs in
 * many ways: whatever part of them reaches the reranker, its scores are known. Undefined for a system without a reranker.
 * A deadline stops nothing here: the times that are kept with the scores decide, for every variation by itself.
 */
export async function scorePools(
	fused: FusedRetriever,
	kept: KeptLegs,
	further: ((kept: KeptLegs) => readonly ReadonlySet<number>[]) | undefined,
	context: IndexContext,
): Promise<readonly PairScores[] | undefined> {
	const { corpus, queries, legs } = kept;
	const rerank = await openRerank(fused, corpus);
	if (rerank === undefined) return undefined;
	const { scorer, stage } = rerank;
	const more = further?.(kept);
	const pools = queries.map((_, queryIndex) => {
		const returned = legs.flatMap(({ rankings }) => [...(rankings[queryIndex]?.docs ?? [])]);
		return Int32Array.from(new Set([...returned, ...(more?.[queryIndex] ?? [])])).sort();
	});
	const pairs = pools.reduce((sum, pool) => sum + pool.length, 0);
	context.note(
		`${pairs} pairs of query and candidate need a score of ${stage.model}; those that have one are not asked again`,
	);
	const bar = context.progress.start(`scoring with ${stage.model}`, pools.length);
	try {
		const found: PairScores[] = [];
		for (const [queryIndex, pool] of pools.entries()) {
			const docs = Array.from(pool, (docIndex) => corpus[docIndex] as Doc);
			const scored = await scorer.score(queries[queryIndex] as Query, docs, 0);
			found.push(ofPool(stage.model, corpus, pool, scoresByDoc(pool, scored)));
			bar.advance();
		}
		return found;
	} finally {
		bar.stop();
		scorer.close();
	}
}

/** A candidate outside the pool has no score, and none is made up: that would be an order that nobody measured. */
function ofPool(
	model: string,
	corpus: readonly Doc[],
	pool: Int32Array,
	scores: ReadonlyMap<number, PairScore>,
): PairScores {
	const inPool = new Set(pool);
	return {
		model,
		of(docIndex) {
			if (!inPool.has(docIndex))
				throw new BenchError('plugin', `rerank: document ${corpus[docIndex]?.id} has no score of ${model}`, {
					hint: 'It was returned by no leg at the depth that was retrieved.',
				});
			return scores.get(docIndex);
		},
	};
}
