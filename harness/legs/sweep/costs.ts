import { type KeptLeg, rankingsOf } from '../../fusion/kept-legs.ts';
import { pipelinePool } from '../../fusion/pipeline.ts';
import { rerankHead, rerankStageOf } from '../../fusion/rerank-head.ts';
import { latencyStats } from '../../run/latency.ts';
import type { LatencyStats } from '../../run/timings.ts';
import type { SweepPoint, Swept } from './sweep.ts';
import type { Variant } from './variants.ts';

/** What one variant of a system is worth at its best, and what its search costs. */
export interface VariantCost {
	readonly variant: number;
	/** The point of the highest mean among those of this variant. */
	readonly point: number;
	readonly mean: number;
	/**
	 * Milliseconds a query: the sum over the legs that the point fuses of their own stages, without embedding the query,
	 * and what reranking it took when its pairs were scored, at most the deadline.
	 * Undefined where a leg was not timed.
	 */
	readonly latency: LatencyStats | undefined;
	/** How much of exact search the approximate legs found; undefined where none is approximate. */
	readonly overlap: Overlap | undefined;
}

/** As an approximate retriever reports it of itself; of several such legs the least. */
export interface Overlap {
	/** Share of the exact top 10 among its own. */
	readonly at10: number;
	/** Share of the exact top `depth`. */
	readonly atDepth: number;
	/** Queries for which the plan read the index; the others were exact search. */
	readonly byIndex: number;
}

/** Quality against cost by variant, in the order of the variants; those without a point are left out. */
export function variantCosts({ variants, points }: Swept): readonly VariantCost[] {
	return variants.flatMap((variant, index): VariantCost[] => {
		const own = [...points.keys()].filter((point) => points[point]?.variant === index);
		if (own.length === 0) return [];
		const meanOf = (point: number): number => points[point]?.means[0] as number;
		const point = own.reduce((best, other) => (meanOf(other) > meanOf(best) ? other : best));
		const legs = activeLegs(variant, points[point] as SweepPoint);
		return [
			{
				variant: index,
				point,
				mean: meanOf(point),
				latency: latencyOf(legs, rerankingOf(variant, points[point] as SweepPoint)),
				overlap: overlapOf(legs),
			},
		];
	});
}

function activeLegs({ kept }: Variant, { pipeline }: SweepPoint): readonly KeptLeg[] {
	const active = new Set(pipeline.legs.filter(({ weight }) => weight > 0).map(({ name }) => name));
	return kept.legs.filter(({ name }) => active.has(name));
}

/** By queryIndex; undefined for a system without a reranker. */
function rerankingOf({ kept }: Variant, { pipeline }: SweepPoint): readonly number[] | undefined {
	const stage = rerankStageOf(pipeline);
	if (stage === undefined) return undefined;
	return kept.queries.map((_, queryIndex) => {
		const features = kept.features(queryIndex);
		const head = rerankHead(pipeline, stage, pipelinePool(pipeline, rankingsOf(kept, queryIndex)), features);
		const took = head.reduce((sum, doc) => sum + (features.pairScores?.of(doc)?.milliseconds ?? 0), 0);
		return stage.deadlineMs === 0 ? took : Math.min(took, stage.deadlineMs);
	});
}

function latencyOf(legs: readonly KeptLeg[], reranking: readonly number[] | undefined): LatencyStats | undefined {
	const times = legs.map(({ milliseconds }) => milliseconds);
	if (times.some((one) => one === undefined)) return undefined;
	const [first] = times;
	if (first === undefined) return undefined;
	return latencyStats(
		Array.from(first, (_, query) =>
			times.reduce((sum, one) => sum + (one?.[query] as number), reranking?.[query] ?? 0),
		),
	);
}

function overlapOf(legs: readonly KeptLeg[]): Overlap | undefined {
	const found = legs.flatMap(({ facts }): Overlap[] => {
		const said = facts.approximate;
		if (typeof said !== 'object' || said === null || Array.isArray(said)) return [];
		const {
			overlap_at_10: at10,
			overlap_at_depth: atDepth,
			queries_by_index: byIndex,
		} = said as Record<string, unknown>;
		const whole = typeof at10 === 'number' && typeof atDepth === 'number' && typeof byIndex === 'number';
		return whole ? [{ at10, atDepth, byIndex }] : [];
	});
	if (found.length === 0) return undefined;
	return found.reduce((least, other) => (other.atDepth < least.atDepth ? other : least));
}
