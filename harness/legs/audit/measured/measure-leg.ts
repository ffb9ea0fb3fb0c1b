import type { IndexedRanking } from '../../../contract.ts';
import type { KeptLegs } from '../../../fusion/kept-legs.ts';
import { pipelinePool } from '../../../fusion/pipeline.ts';
import type { JudgedQuery } from '../../../metrics/judged.ts';
import { parseMetric } from '../../../metrics/parse.ts';
import { judgeQueries } from '../../../run/scoring.ts';
import type { MeasuredLeg, PoolFigures } from '../leg-audit.ts';
import { passesAlone } from '../static/context.ts';
import { thresholdAsRetrieved } from './as-retrieved.ts';
import { controlPool } from './control.ts';
import {
	activeLegs,
	bestPossible,
	type MeasureContext,
	type MeasuredQuery,
	measureQuery,
	scoreOf,
} from './measured-query.ts';
import { type FoundSeeds, findSeeds, seedFigures } from './measured-seeds.ts';
import { orderPlaceboTops, sourcePlaceboTops } from './placebo.ts';
import { withoutLeg } from './without-leg.ts';

export interface MeasureOptions {
	readonly cutoff: number;
	/** Seeds the placebo. Default 42. */
	readonly seed?: number;
	/** The same legs retrieved deeper, for the control of the same size. */
	readonly deeper?: KeptLegs;
}

/** The measured effect of a leg in a system whose legs have been retrieved. Queries without relevant documents count only for shape. */
export function measureLeg(kept: KeptLegs, leg: string, options: MeasureOptions): MeasuredLeg {
	return measureQueries(kept, leg, options).measured;
}

/** The same with the queries that it is taken from, and what the leg started from in each. */
export function measureQueries(
	kept: KeptLegs,
	leg: string,
	options: MeasureOptions,
): {
	readonly measured: MeasuredLeg;
	readonly context: MeasureContext;
	readonly queries: readonly MeasuredQuery[];
	readonly seeds: FoundSeeds | undefined;
} {
	const context: MeasureContext = { kept, leg, cutoff: options.cutoff, without: withoutLeg(kept.pipeline, leg) };
	const queries = kept.queries.map((_, queryIndex) => measureQuery(context, queryIndex));
	const judged = judgeQueries(kept);
	const scorable = queries.flatMap((query, queryIndex) => {
		const judgments = judged[queryIndex] as JudgedQuery;
		return relevantOf(judgments) === 0 ? [] : [{ query, queryIndex, judged: judgments }];
	});
	const answered = queries.filter(({ own }) => own.length > 0);
	const headed = answered.filter(({ topWithout }) => topWithout.docs.length > 0);
	const seeds = findSeeds(context, queries);
	const measured: MeasuredLeg = {
		queries: queries.length,
		emptyQueries: queries.filter(({ returned }) => returned.length === 0).length,
		excludedQueries: queries.filter(({ returned, own }) => returned.length > 0 && own.length === 0).length,
		constantQueries: answered.filter(({ ownScores }) => isConstant(ownScores)).length,
		changedQueries: queries.filter(({ topWith, topWithout }) => differ(topWith.docs, topWithout.docs)).length,
		enteredQueries: queries.filter((query) => legOnly(query).some((doc) => query.topWith.docs.includes(doc))).length,
		shortQueries: queries.filter((query) => othersAreShort(context, query)).length,
		overlapWithPool: meanOrNull(queries.flatMap((query) => overlapOf(query))),
		touchesHead: meanOrNull(
			headed.map(({ own, topWithout }) => Number(topWithout.docs.some((doc) => own.includes(doc)))),
		),
		seeds: seeds === undefined ? null : seedFigures(seeds, queries),
		pool: poolFigures(context, scorable, options.deeper),
		relevant: relevantFigures(scorable),
		legOnly: {
			documents: sum(queries.map((query) => legOnly(query).length)),
			inTop: sum(queries.map((query) => legOnly(query).filter((doc) => query.topWith.docs.includes(doc)).length)),
			cut: sum(queries.map((query) => legOnly(query).filter((doc) => query.cut.has(doc)).length)),
		},
		passing: meanOrNull(queries.map((query) => passingOf(context, query))),
		threshold: thresholdAsRetrieved(kept, leg, options.cutoff, queries),
		ndcg: ndcgFigures(context, queries, scorable, options.seed ?? 42),
	};
	return { measured, context, queries, seeds };
}

interface Scorable {
	readonly query: MeasuredQuery;
	readonly queryIndex: number;
	readonly judged: JudgedQuery;
}

export function legOnly({ own, othersReturned }: MeasuredQuery): readonly number[] {
	return own.filter((doc) => !othersReturned.has(doc));
}

function overlapOf({ returned, othersReturned }: MeasuredQuery): readonly number[] {
	if (returned.length === 0) return [];
	return [returned.filter((doc) => othersReturned.has(doc)).length / returned.length];
}

function differ(one: Int32Array, other: Int32Array): boolean {
	return one.length !== other.length || one.some((doc, rank) => doc !== other[rank]);
}

/** Whether another leg brings fewer documents than it is deep. */
function othersAreShort({ without }: MeasureContext, { rankings }: MeasuredQuery): boolean {
	const { legs } = pipelinePool(without, rankings);
	const brought = new Map(legs.map(({ name, order }) => [name, order.length]));
	return activeLegs(without).some(({ name, depth }) => (brought.get(name) ?? 0) < depth);
}

export function isConstant(scores: readonly number[]): boolean {
	return scores.length > 1 && scores.every((score) => score === scores[0]);
}

/** How many of the leg's documents get past the filters. */
function passingOf({ kept }: MeasureContext, { own, features }: MeasuredQuery): number {
	if (kept.pipeline.stages.length === 0) return own.length;
	return own.filter((docIndex) => passesAlone(kept.pipeline, docIndex, features)).length;
}

function poolFigures(
	context: MeasureContext,
	scorable: readonly Scorable[],
	deeper: KeptLegs | undefined,
): MeasuredLeg['pool'] {
	const figures = (pools: readonly (readonly number[])[]): PoolFigures => ({
		size: mean(pools.map((pool) => pool.length)),
		recall: mean(pools.map((pool, i) => recallOf((scorable[i] as Scorable).judged, pool))),
	});
	const controls =
		deeper === undefined
			? undefined
			: scorable.map(({ query, queryIndex }) => controlPool(context, query, queryIndex, deeper));
	return {
		withLeg: figures(scorable.map(({ query }) => query.poolWith)),
		withoutLeg: figures(scorable.map(({ query }) => query.poolWithout)),
		control:
			controls === undefined
				? null
				: {
						...figures(controls.map(({ docs }) => docs)),
						shortQueries: controls.filter(({ short }) => short).length,
					},
	};
}

function relevantFigures(scorable: readonly Scorable[]): MeasuredLeg['relevant'] {
	const count = (docsOf: (query: MeasuredQuery) => readonly number[]): number =>
		sum(scorable.map(({ query, judged }) => docsOf(query).filter((doc) => isRelevant(judged, doc)).length));
	return {
		all: sum(scorable.map(({ judged }) => relevantOf(judged))),
		returned: count(({ own }) => own),
		legOnly: count(legOnly),
		legOnlyInTop: count((query) => legOnly(query).filter((doc) => query.topWith.docs.includes(doc))),
	};
}

function ndcgFigures(
	context: MeasureContext,
	measured: readonly MeasuredQuery[],
	scorable: readonly Scorable[],
	seed: number,
): MeasuredLeg['ndcg'] {
	const bySource = scorable.length === 0 ? [] : sourcePlaceboTops(context, measured, seed);
	const metric = parseMetric(`nDCG@${context.cutoff}`);
	const { queries } = context.kept;
	return {
		withLeg: mean(scorable.map(({ query, judged }) => scoreOf(metric, judged, query.topWith))),
		withoutLeg: mean(scorable.map(({ query, judged }) => scoreOf(metric, judged, query.topWithout))),
		orderPlacebo: mean(
			scorable.map(({ query, queryIndex, judged }) => {
				const tops = orderPlaceboTops(context, query, (queries[queryIndex] as (typeof queries)[number]).id, seed);
				return mean(tops.map((top) => scoreOf(metric, judged, top)));
			}),
		),
		sourcePlacebo:
			bySource === undefined
				? null
				: mean(
						scorable.map(({ queryIndex, judged }) =>
							mean((bySource[queryIndex] as readonly IndexedRanking[]).map((top) => scoreOf(metric, judged, top))),
						),
					),
		ceilingWith: mean(scorable.map(({ query, judged }) => bestPossible(metric, judged, query.poolWith))),
		ceilingWithout: mean(scorable.map(({ query, judged }) => bestPossible(metric, judged, query.poolWithout))),
	};
}

function isRelevant(judged: JudgedQuery, doc: number): boolean {
	return (judged.gradeOf.get(doc) ?? 0) >= 1;
}

function relevantOf({ ideal }: JudgedQuery): number {
	return ideal.filter((grade) => grade >= 1).length;
}

function recallOf(judged: JudgedQuery, docs: readonly number[]): number {
	return docs.filter((doc) => isRelevant(judged, doc)).length / relevantOf(judged);
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

/** 0 of no values: there was nothing to find. */
function mean(values: readonly number[]): number {
	return values.length === 0 ? 0 : sum(values) / values.length;
}

function meanOrNull(values: readonly number[]): number | null {
	return values.length === 0 ? null : mean(values);
}
