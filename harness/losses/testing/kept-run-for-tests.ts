import type { Dataset, Doc, IndexedRanking, QueryId } from '../../contract.ts';
import { corpusFeatures, queryFeatures } from '../../fusion/features.ts';
import { findFusion } from '../../fusion/index.ts';
import { fuse, type Pipeline, type PipelineStage } from '../../fusion/pipeline.ts';
import { resolveFusionOptions } from '../../fusion/resolve.ts';
import { corpusOrder } from '../../ranking.ts';
import { runForTests } from '../../testing/run-for-tests.ts';
import type { KeptRun } from '../kept-run.ts';

export interface MadeUpRun {
	readonly name?: string;
	/** Document id -> content. */
	readonly corpus: Readonly<Record<string, string>>;
	readonly queries: readonly {
		readonly id: QueryId;
		readonly stratum: string;
		readonly grades: Readonly<Record<string, number>>;
		/** Leg -> document ids, best first. */
		readonly legs: Readonly<Record<string, readonly string[]>>;
		/** Value of the metric. */
		readonly value?: number;
	}[];
	readonly stages?: readonly PipelineStage[];
	readonly metric?: string;
}

/** A fused run (reciprocal rank fusion) of made-up legs, fused by the real pipeline. With one leg: a single retriever. */
export function keptRunForTests({
	name = 'made-up',
	corpus,
	queries,
	stages = [],
	metric = 'recall@2',
}: MadeUpRun): KeptRun {
	const docs = Object.entries(corpus).map(
		([id, content]): Doc => ({
			id,
			content,
			tags: [],
			expandedKeywords: [],
			importance: 0.5,
			sensitive: false,
			metadata: {},
		}),
	);
	const dataset: Dataset = {
		name: 'made-up',
		directory: 'nowhere',
		corpus: docs,
		queries: queries.map(({ id, stratum }) => ({ id, stratum, text: `about ${id}` })),
		qrels: new Map(queries.map(({ id, grades }) => [id, new Map(Object.entries(grades))])),
		fingerprint: 'f',
		sensitivePolicy: 'leave-out',
		sensitiveLeftOut: 0,
	};
	const order = corpusOrder(docs);
	const indexed = (ids: readonly string[]): IndexedRanking => ({
		docs: Int32Array.from(ids, (id) => order.get(id) as number),
		scores: Float64Array.from(ids, (_, i) => ids.length - i),
	});
	const legNames = [...new Set(queries.flatMap(({ legs }) => Object.keys(legs)))];
	const all = legNames.map((leg) => ({
		name: leg,
		depth: 10,
		rankings: queries.map(({ legs }) => indexed(legs[leg] ?? [])),
	}));
	const fusion = findFusion('rrf');
	const pipeline: Pipeline = {
		legs: legNames.map((leg) => ({ name: leg, weight: 1, depth: 10, exclude: [] })),
		fusion,
		fusionOptions: resolveFusionOptions(fusion, {}, legNames),
		stages,
	};
	const features = corpusFeatures(docs);
	const single = legNames.length === 1;
	const base = runForTests({ name, strata: { all: { [metric]: queries.map(({ value = 0 }) => value) } } });
	return {
		run: {
			...base,
			scores: base.scores.map((scores, i) => ({
				...scores,
				queryId: queries[i]?.id ?? '',
				stratum: queries[i]?.stratum ?? '',
			})),
		},
		label: name,
		dataset,
		order,
		features,
		pipeline: single ? undefined : pipeline,
		legs: single ? [] : all,
		rankings: dataset.queries.map((query, i) =>
			single
				? (all[0]?.rankings[i] as IndexedRanking)
				: fuse(
						pipeline,
						new Map(all.map((leg) => [leg.name, leg.rankings[i] as IndexedRanking])),
						queryFeatures(features, docs, query),
						100,
					),
		),
	};
}
