import { BenchError } from '../../../errors.ts';
import { type Pipeline, type PipelineLeg, pipelinePool } from '../../../fusion/pipeline.ts';
import { rerankStageOf } from '../../../fusion/rerank-head.ts';
import type { DocFeatures, QueryFeatures } from '../../../fusion/stages/stage.ts';
import { listed } from '../wording.ts';
import { AGREEMENTS } from './agreements.ts';
import { readsScores } from './reads-scores.ts';
import { ANY_CORPUS, namedValues, rangeOf, syntheticFeatures } from './synthetic-features.ts';
import { type AuditContext, layOut } from './synthetic-input.ts';

export interface AuditOptions {
	/** The K of "top K": the cutoff that the report uses. */
	readonly cutoff: number;
	/** The corpus that the system searches: its importances, dates and fields bound what the stages can do. */
	readonly corpus?: DocFeatures;
}

/** One leg with its system and corpus, as the searches need them. Throws `usage` for a cutoff that is no whole number from 1. */
export function auditContext(pipeline: Pipeline, leg: PipelineLeg, options: AuditOptions): AuditContext {
	const { cutoff, corpus } = options;
	if (!Number.isInteger(cutoff) || cutoff < 1)
		throw new BenchError('usage', `the cutoff must be a whole number from 1, not ${cutoff}`);
	const plain: AuditContext = {
		pipeline,
		leg,
		others: pipeline.legs.filter((other) => other.name !== leg.name && other.weight > 0 && other.depth > 0),
		cutoff,
		cutoffs: [...new Set([cutoff, ...limitsOf(pipeline)])],
		range: corpus === undefined ? ANY_CORPUS : rangeOf(corpus),
		...filterValues(pipeline, corpus),
		readsScores: true,
	};
	const depths = plain.others.map((other) => other.depth);
	const sample = layOut(plain, {
		own: [0, -1, -2].slice(0, leg.depth),
		others: (AGREEMENTS.interleaved as (typeof AGREEMENTS)[string]).lists(depths, cutoff),
	});
	return { ...plain, readsScores: readsScores(pipeline, sample) };
}

/** How many candidates the stages leave or put in order, where a stage says so by a number. */
function limitsOf(pipeline: Pipeline): readonly number[] {
	const limits = pipeline.stages.flatMap(({ stage, options }) =>
		stage.name === 'limit' && typeof options.n === 'number' ? [options.n] : [],
	);
	const rerank = rerankStageOf(pipeline);
	return rerank === undefined ? limits : [...limits, rerank.top];
}

/**
 * Whether a document, alone in the pool, is still there after the stages. A cut by rank never takes out a document
 * that is alone; what does is a filter.
 */
export function passesAlone(pipeline: Pipeline, docIndex: number, features: QueryFeatures): boolean {
	const ranking = { docs: Int32Array.of(docIndex), scores: Float64Array.of(1) };
	const first = pipeline.legs.find((leg) => leg.weight > 0);
	if (first === undefined) return true;
	const pool = pipelinePool(pipeline, new Map([[first.name, ranking]]));
	const scores = new Float64Array(pool.docs.length).fill(1);
	for (const { stage, options } of pipeline.stages) stage.apply(pool, scores, features, options);
	return scores.every((score) => score !== Number.NEGATIVE_INFINITY);
}

/** How many documents of a corpus the filters among the stages let through. */
export interface FilterReach {
	readonly documents: number;
	readonly passing: number;
	/** Stages past which, each by itself, no document of the corpus gets, with their options. */
	readonly closed: readonly string[];
}

/**
 * Runs every document of a corpus, alone, past the stages. One that none gets past empties every result: then the
 * stages that do it by themselves are named.
 */
export function filterReach(pipeline: Pipeline, corpus: DocFeatures): FilterReach {
	const documents = corpus.importance.length;
	// How many pass a window or a filter of the query's own differs from query to query.
	const own = pipeline.stages.filter(({ stage, options }) => stage.readsQuery?.(options) !== true);
	if (own.length === 0) return { documents, passing: documents, closed: [] };
	const features: QueryFeatures = {
		importance: corpus.importance,
		createdAt: corpus.createdAt,
		field: (docIndex, name) => corpus.field(docIndex, name),
		exactMatch: () => false,
		// A reranker takes nothing out.
		pairScores: { model: '', of: () => undefined },
	};
	const passing = (stages: Pipeline['stages']): number => {
		let count = 0;
		for (let docIndex = 0; docIndex < documents; docIndex++)
			if (passesAlone({ ...pipeline, stages }, docIndex, features)) count++;
		return count;
	};
	const all = passing(own);
	return {
		documents,
		passing: all,
		closed:
			all > 0
				? []
				: own
						.filter((entry) => passing([entry]) === 0)
						.map(
							({ stage, options }) =>
								`${stage.name} (${Object.entries(options)
									.filter(([name, value]) => value !== stage.options[name]?.default)
									.map(([name, value]) => `${name} = ${value}`)
									.join(', ')})`,
						),
	};
}

/** Whether the stages leave nothing of a corpus that holds something. */
export function passesNothing({ documents, passing }: FilterReach): boolean {
	return documents > 0 && passing === 0;
}

/** The finding of {@link passesNothing} in a sentence. */
export function nothingPasses({ closed, documents }: FilterReach): string {
	const what = closed.length === 0 ? 'all of the stages together' : `the stage ${listed(closed)}`;
	return `No document of the corpus passes ${what}: none of the ${documents} has what it asks for, so every result is empty.`;
}

/**
 * Field values with which a document passes the filters (all that the options name, or none, for a filter that shuts
 * out), and values with which it does not; undefined where no filter is found.
 */
function filterValues(pipeline: Pipeline, corpus: DocFeatures | undefined): Pick<AuditContext, 'passing' | 'failing'> {
	const named = namedValues(pipeline.stages);
	const passes = (values: readonly string[]): boolean =>
		passesAlone(
			pipeline,
			0,
			syntheticFeatures(
				1,
				() => false,
				'nobody',
				ANY_CORPUS,
				() => values,
			),
		);
	const [withNamed, withNone] = [passes(named), passes([])];
	if (withNamed === withNone) return { passing: named, failing: undefined };
	if (corpus !== undefined && !pipeline.stages.some(({ stage, options }) => stage.readsQuery?.(options) === true)) {
		const { documents, passing } = filterReach(pipeline, corpus);
		// A filter that the whole corpus passes takes nothing away.
		if (documents > 0 && passing === documents) return { passing: withNamed ? named : [], failing: undefined };
	}
	return withNamed ? { passing: named, failing: [] } : { passing: [], failing: named };
}
