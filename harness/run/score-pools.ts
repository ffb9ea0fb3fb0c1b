import type { Dataset, Doc, IndexContext, Leg, Query } from '../contract.ts';
import { BenchError } from '../errors.ts';
import type { FusedRetriever } from '../fusion/fused-retriever.ts';
import { type PairScore, type PairScores, scoresByDoc } from '../fusion/pair-scores.ts';
import type { StoredLeg } from './leg-store.ts';
import { openRerank } from './rerank-query.ts';
import type { LegResult } from './retrieve.ts';

/**
 * The scores of every document that any leg returned, by queryIndex, for work that fuses the legs in many ways: whatever
 * part of them reaches the reranker, its scores are known. Undefined for a system without a reranker. A deadline stops
 * nothing here: the times that are kept with the scores decide, for every variation by itself.
 */
export async function scorePools(
	fused: FusedRetriever,
	legs: readonly Leg[],
	stored: ReadonlyMap<string, StoredLeg>,
	dataset: Dataset,
	context: IndexContext,
): Promise<readonly PairScores[] | undefined> {
	const rerank = await openRerank(fused, dataset.corpus);
	if (rerank === undefined) return undefined;
	const { scorer, stage } = rerank;
	const pools = dataset.queries.map((_, queryIndex) => poolOf(legs, stored, queryIndex));
	const pairs = pools.reduce((sum, pool) => sum + pool.length, 0);
	context.note(
		`${pairs} pairs of query and candidate need a score of ${stage.model}; those that have one are not asked again`,
	);
	const bar = context.progress.start(`scoring with ${stage.model}`, pools.length);
	try {
		const found: PairScores[] = [];
		for (const [queryIndex, pool] of pools.entries()) {
			const docs = Array.from(pool, (docIndex) => dataset.corpus[docIndex] as Doc);
			const scored = await scorer.score(dataset.queries[queryIndex] as Query, docs, 0);
			found.push(ofPool(stage.model, dataset, pool, scoresByDoc(pool, scored)));
			bar.advance();
		}
		return found;
	} finally {
		bar.stop();
		scorer.close();
	}
}

function poolOf(legs: readonly Leg[], stored: ReadonlyMap<string, StoredLeg>, queryIndex: number): Int32Array {
	const docs = legs.flatMap(({ name, depth }) => {
		const { ranking } = (stored.get(name) as StoredLeg).results[queryIndex] as LegResult;
		return [...ranking.docs.subarray(0, depth)];
	});
	return Int32Array.from(new Set(docs)).sort();
}

/** A candidate outside the pool has no score, and none is made up: that would be an order that nobody measured. */
function ofPool(model: string, dataset: Dataset, pool: Int32Array, scores: ReadonlyMap<number, PairScore>): PairScores {
	const inPool = new Set(pool);
	return {
		model,
		of(docIndex) {
			if (!inPool.has(docIndex))
				throw new BenchError('plugin', `rerank: document ${dataset.corpus[docIndex]?.id} has no score of ${model}`, {
					hint: 'It was returned by no leg at the depth that was retrieved.',
				});
			return scores.get(docIndex);
		},
	};
}
