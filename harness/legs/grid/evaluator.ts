import type { Metric, Pool, PoolLeg, Query } from '../../contract.ts';
import { type KeptLegs, rankingsOf } from '../../fusion/kept-legs.ts';
import { type Pipeline, pipelinePool } from '../../fusion/pipeline.ts';
import type { QueryFeatures } from '../../fusion/stages/stage.ts';
import type { JudgedQuery } from '../../metrics/judged.ts';
import { countRelevant } from '../../metrics/relevant.ts';
import { insideOverall, judgeQueries } from '../../run/scoring.ts';
import { gradesByRank, type JudgedPool, judgePool, viewsByLength } from './judged-pool.ts';

/** Scores variations of one system from its kept rankings. */
export interface Evaluator {
	readonly metrics: readonly Metric[];
	readonly queries: number;
	/**
	 * Writes the value of metric m on query q into `out[m * queries + q]`, NaN where the query can't be scored on it.
	 * The same values as fusing, cutting to depth and scoring give.
	 */
	evaluate(pipeline: Pipeline, out: Float64Array): void;
}

/** Pipelines that share active legs, depths and exclusions share their pools; so many sets of pools are remembered. */
const REMEMBERED = 4;

/** `depth`: how many documents the system returns. */
export function createEvaluator(kept: KeptLegs, metrics: readonly Metric[], depth: number): Evaluator {
	const judged = judgeQueries(kept);
	const queries = kept.queries.length;
	// Settings are chosen by what is over all queries.
	const inside = new Set(insideOverall(kept.queries));
	const scorable = metrics.map((metric) =>
		judged.map(
			({ ideal }, query) =>
				inside.has(kept.queries[query] as Query) && countRelevant(ideal, 1) > 0 && countRelevant(ideal, metric.rel) > 0,
		),
	);
	const anyScorable = judged.map((_, query) => scorable.some((flags) => flags[query] as boolean));
	const features = Array.from<QueryFeatures | undefined>({ length: queries });
	const featuresOf = (query: number): QueryFeatures => {
		features[query] ??= kept.features(query);
		return features[query] as QueryFeatures;
	};
	const poolsOf = rememberPools(kept, judged);
	const buffer = new Int8Array(depth);
	const judgedRanking = viewsByLength(buffer);
	const scoresOfLength: Float64Array[] = [];

	function evaluate(pipeline: Pipeline, out: Float64Array): void {
		const pools = poolsOf(pipeline);
		const weights = weightsOf(pipeline, pools[0]?.pool.legs ?? []);
		for (let query = 0; query < queries; query++) {
			if (!anyScorable[query]) {
				for (let m = 0; m < metrics.length; m++) out[m * queries + query] = Number.NaN;
				continue;
			}
			const judgedPool = pools[query] as JudgedPool;
			const { pool, ideal } = judgedPool;
			scoresOfLength[pool.docs.length] ??= new Float64Array(pool.docs.length);
			const scores = scoresOfLength[pool.docs.length] as Float64Array;
			pipeline.fusion.score(pool, weights, pipeline.fusionOptions, scores);
			for (const { stage, options } of pipeline.stages) stage.apply(pool, scores, featuresOf(query), options);
			const ranking = judgedRanking(gradesByRank(judgedPool, scores, buffer), ideal);
			for (let m = 0; m < metrics.length; m++)
				out[m * queries + query] = scorable[m]?.[query] ? (metrics[m] as Metric).score(ranking) : Number.NaN;
		}
	}
	return { metrics, queries, evaluate };
}

/** The parts of a pipeline that its pools depend on, as text: equal pools have equal keys. */
export function poolKey(pipeline: Pipeline): string {
	const active = pipeline.legs.filter((leg) => leg.weight > 0);
	const names = new Set(active.map((leg) => leg.name));
	return JSON.stringify(
		active
			.map(({ name, depth, exclude }) => [name, depth, exclude.filter((other) => names.has(other)).sort()] as const)
			.sort(([x], [y]) => (x < y ? -1 : 1)),
	);
}

function rememberPools(kept: KeptLegs, judged: readonly JudgedQuery[]): (pipeline: Pipeline) => readonly JudgedPool[] {
	const remembered = new Map<string, readonly JudgedPool[]>();
	return (pipeline) => {
		const key = poolKey(pipeline);
		let pools = remembered.get(key);
		if (pools === undefined) {
			pools = judged.map((query, queryIndex) => judgePool(pipelinePool(pipeline, rankingsOf(kept, queryIndex)), query));
			// The oldest goes: sweeps visit pipelines of one key one after another.
			if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value as string);
			remembered.set(key, pools);
		}
		return pools;
	};
}

function weightsOf(pipeline: Pipeline, legs: Pool['legs']): Float64Array {
	const weights = new Map(pipeline.legs.map((leg) => [leg.name, leg.weight]));
	return Float64Array.from(legs, (leg: PoolLeg) => weights.get(leg.name) as number);
}
