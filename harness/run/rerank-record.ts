import type { Dataset, Metric } from '../contract.ts';
import { corpusFeatures, queryFeatures } from '../fusion/features.ts';
import type { KeptLeg } from '../fusion/kept-legs.ts';
import { type PairScore, pairScoresOf } from '../fusion/pair-scores.ts';
import type { Pipeline } from '../fusion/pipeline.ts';
import { corpusOrder, toIndexed } from '../ranking.ts';
import type { RetrievedQuery } from './open-system.ts';
import { rerankReach } from './rerank-reach.ts';
import type { RerankRecord } from './run-record.ts';
import type { RerankTimings } from './timings.ts';

/** A run whose queries have been answered. */
export interface RerankedRun {
	readonly dataset: Dataset;
	readonly metrics: readonly Metric[];
	readonly depth: number;
	readonly pipeline: Pipeline;
	readonly legs: readonly KeptLeg[];
	readonly retrieved: readonly RetrievedQuery[];
	readonly scorer: string;
}

/** What a run folder keeps of the stage `rerank`, and what it cost; undefined for a pipeline without it. */
export function rerankRecord(
	run: RerankedRun,
): { readonly rerank: RerankRecord; readonly timings: RerankTimings } | undefined {
	const { dataset, retrieved, pipeline } = run;
	const features = corpusFeatures(dataset.corpus);
	const scoresAt = (queryIndex: number): ReadonlyMap<number, PairScore> =>
		retrieved[queryIndex]?.reranked?.scores ?? new Map();
	const model = pipeline.stages.find(({ stage }) => stage.name === 'rerank')?.options.model as string;
	const reach = rerankReach(
		{
			corpus: dataset.corpus,
			queries: dataset.queries,
			qrels: dataset.qrels,
			legs: run.legs,
			pipeline,
			features: (queryIndex) =>
				queryFeatures(
					features,
					dataset.corpus,
					dataset.queries[queryIndex] as Dataset['queries'][number],
					pairScoresOf(model, scoresAt(queryIndex)),
				),
		},
		run.metrics,
		run.depth,
	);
	if (reach === undefined) return undefined;
	const order = corpusOrder(dataset.corpus);
	const rankings = dataset.queries.map(({ id: queryId }, queryIndex) => {
		const scores = [...scoresAt(queryIndex)];
		const whole = scores.every(([, { score }]) => !Number.isNaN(score));
		const past = reach.pastQueries.has(queryIndex) || !whole;
		const scored = past
			? []
			: scores.map(([doc, { score }]) => ({ docId: (dataset.corpus[doc] as { id: string }).id, score }));
		return toIndexed(scored, order, scored.length, { retriever: 'rerank', queryId });
	});
	// Pairs that the deadline left unscored came from nowhere.
	const cachedPairs = retrieved.reduce((sum, { reranked }) => {
		const scored = [...(reranked?.scores.values() ?? [])].filter(({ score }) => !Number.isNaN(score)).length;
		return sum + scored - (reranked?.computed ?? 0);
	}, 0);
	return {
		rerank: { scorer: run.scorer, reach, rankings },
		timings: { perQuery: reach.cost, pairs: reach.pairs, cachedPairs },
	};
}
