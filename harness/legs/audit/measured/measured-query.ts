import type { IndexedRanking, Metric, Pool } from '../../../contract.ts';
import { type KeptLegs, rankingsOf } from '../../../fusion/kept-legs.ts';
import { fuse, type Pipeline, pipelinePool, scorePool } from '../../../fusion/pipeline.ts';
import type { QueryFeatures } from '../../../fusion/stages/stage.ts';
import { type JudgedQuery, judgeRanking } from '../../../metrics/judged.ts';
import { topCandidates } from '../../../ranking.ts';

/** One query with and without the leg: the source of every measured figure. Documents are corpus indices. */
export interface MeasuredQuery {
	readonly rankings: ReadonlyMap<string, IndexedRanking>;
	readonly features: QueryFeatures;
	/** Documents of the leg, cut to depth, before exclusions. */
	readonly returned: readonly number[];
	/** Its documents that compete, best first, and their scores. */
	readonly own: readonly number[];
	readonly ownScores: readonly number[];
	/** Documents of the other legs, cut to depth, before exclusions. */
	readonly othersReturned: ReadonlySet<number>;
	readonly poolWith: readonly number[];
	readonly poolWithout: readonly number[];
	/** Documents that a stage took out, with the leg. */
	readonly cut: ReadonlySet<number>;
	/** The fused top K. */
	readonly topWith: IndexedRanking;
	readonly topWithout: IndexedRanking;
}

export interface MeasureContext {
	readonly kept: KeptLegs;
	readonly leg: string;
	readonly cutoff: number;
	readonly without: Pipeline;
}

export function measureQuery({ kept, leg, cutoff, without }: MeasureContext, queryIndex: number): MeasuredQuery {
	const rankings = rankingsOf(kept, queryIndex);
	const features = kept.features(queryIndex);
	const all = pipelinePool(kept.pipeline, rankings);
	// Nothing of a leg of weight 0: it is not in the pool.
	const own = all.legs.find(({ name }) => name === leg);
	const { pool, scores } = scorePool(kept.pipeline, all, features);
	const docsAt = (candidates: Iterable<number>): number[] =>
		Array.from(candidates, (candidate) => pool.docs[candidate] as number);
	const top = topCandidates(scores, cutoff);
	const entry = kept.pipeline.legs.find(({ name }) => name === leg);
	return {
		rankings,
		features,
		returned: [...(rankings.get(leg)?.docs.subarray(0, entry?.depth ?? 0) ?? [])],
		own: Array.from(own?.order ?? [], (candidate) => all.docs[candidate] as number),
		ownScores: Array.from(own?.order ?? [], (candidate) => (own as Pool['legs'][number]).scores[candidate] as number),
		othersReturned: new Set(
			activeLegs(without).flatMap(({ name, depth }) => [...(rankings.get(name)?.docs.subarray(0, depth) ?? [])]),
		),
		poolWith: [...pool.docs],
		poolWithout: [...scorePool(without, pipelinePool(without, rankings), features).pool.docs],
		cut: new Set(docsAt(scores.keys()).filter((_, candidate) => scores[candidate] === Number.NEGATIVE_INFINITY)),
		topWith: {
			docs: Int32Array.from(docsAt(top)),
			scores: Float64Array.from(top, (candidate) => scores[candidate] as number),
		},
		topWithout: fuse(without, rankings, features, cutoff),
	};
}

export function activeLegs(pipeline: Pipeline): Pipeline['legs'] {
	return pipeline.legs.filter(({ weight }) => weight > 0);
}

/** The value of a metric had the documents been ranked as well as their grades allow. */
export function bestPossible(metric: Metric, judged: JudgedQuery, docs: readonly number[]): number {
	const grades = Int8Array.from(docs, (doc) => judged.gradeOf.get(doc) ?? -1)
		.sort()
		.reverse();
	return metric.score({ grades, ideal: judged.ideal });
}

export function scoreOf(metric: Metric, judged: JudgedQuery, ranking: IndexedRanking): number {
	return metric.score(judgeRanking(judged, ranking));
}
