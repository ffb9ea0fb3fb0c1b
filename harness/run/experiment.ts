import type { Dataset, IndexContext, Leg, Metric } from '../contract.ts';
import { thisMachine } from '../files/machine.ts';
import type { FusedRetriever } from '../fusion/fused-retriever.ts';
import type { KeptLeg } from '../fusion/kept-legs.ts';
import { latencyByStage } from './latency.ts';
import { latencyByLength } from './latency-by-length.ts';
import { openSystem, type RetrievedQuery, type System } from './open-system.ts';
import { overQueries } from './over-queries.ts';
import { DEFAULT_POLICY, type QueryPolicy } from './query-policy.ts';
import { rerankRecord } from './rerank-record.ts';
import type { LegResult } from './retrieve.ts';
import type { RunRecord } from './run-record.ts';
import { isScoped } from './scopes/scoped.ts';
import { scoreRun } from './scored-run.ts';

export type { System } from './open-system.ts';

export interface ExperimentOptions {
	readonly dataset: Dataset;
	readonly system: System;
	readonly metrics: readonly Metric[];
	/** How many documents the system returns per query. */
	readonly depth: number;
	readonly context: IndexContext;
	/** Over {@link DEFAULT_POLICY}. */
	readonly policy?: Partial<QueryPolicy>;
	/**
	 * Keeps rankings in the cache as they come until the run is whole: `resume` goes on where an interrupted run of the
	 * same identity stopped, `fresh` starts over. Absent: nothing is kept.
	 */
	readonly journal?: 'resume' | 'fresh';
}

/** One system run over one dataset; `writeRun` writes it as a run folder. */
export interface Experiment extends RunRecord {
	readonly system: System;
	readonly legs: readonly ExperimentLeg[];
}

export type ExperimentLeg = KeptLeg & { readonly leg: Leg };

/**
 * Indexes the corpus with one system, retrieves every query, and scores what came back. A fused system's legs are
 * retrieved by the harness and kept. Errors of the retriever come as BenchError with its name and the query's id.
 */
export async function runExperiment(options: ExperimentOptions): Promise<Experiment> {
	const { dataset, system, metrics, depth, context } = options;
	const indexStarted = performance.now();
	const policy = { ...DEFAULT_POLICY, ...options.policy };
	const open = await openSystem(system, { ...options, policy });
	const indexSeconds = (performance.now() - indexStarted) / 1000;
	try {
		const { retrieved, failed, resumed, concurrency, queriesPerSecond } = await overQueries(open, options, policy);
		const rankings = retrieved.map(({ ranking }) => ranking);
		const times = retrieved.map(({ clock }) => clock.times);
		const unknownIds = retrieved.reduce((sum, query) => sum + query.unknownIds, 0);
		const legs = await keptLegs(open.fused, retrieved);
		const reranked =
			open.fused === undefined || open.scorerId === undefined
				? undefined
				: rerankRecord({
						dataset,
						metrics,
						depth,
						pipeline: open.fused.pipeline,
						legs,
						retrieved,
						scorer: open.scorerId,
					});
		return {
			...scoreRun(dataset, rankings, metrics, { failed, unknownIds }),
			system,
			depth,
			seed: context.seed,
			legs,
			...(reranked === undefined ? {} : { rerank: reranked.rerank }),
			pipeline: open.fused?.pipeline,
			facts: open.retriever.facts?.() ?? {},
			timings: {
				latency: latencyByStage(times),
				latencyByLength: latencyByLength(dataset.queries, times),
				indexSeconds: isScoped(open.retriever) ? open.retriever.indexSeconds() : indexSeconds,
				indexBytes: open.indexSizeBytes(),
				...(concurrency > 1 && queriesPerSecond !== undefined ? { concurrency, queriesPerSecond } : {}),
				...(resumed > 0 ? { resumedQueries: resumed } : {}),
				...(reranked === undefined ? {} : { rerank: reranked.timings }),
				machine: thisMachine(),
			},
		};
	} finally {
		open.close();
	}
}

async function keptLegs(
	fused: FusedRetriever | undefined,
	retrieved: readonly RetrievedQuery[],
): Promise<readonly ExperimentLeg[]> {
	return Promise.all(
		(fused?.legs ?? []).map(async (leg): Promise<ExperimentLeg> => {
			const perQuery = retrieved.map(({ byLeg }) => byLeg.get(leg.name) as LegResult);
			return {
				leg,
				name: leg.name,
				depth: leg.depth,
				seededBy: leg.seededBy,
				rankings: perQuery.map(({ ranking }) => ranking),
				seeds: perQuery.map(({ seeds }) => seeds),
				facts: (await leg.open()).facts?.() ?? {},
			};
		}),
	);
}
