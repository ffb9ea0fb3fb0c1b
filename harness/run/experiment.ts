import type { Dataset, IndexContext, IndexedRanking, Leg, Metric, Retriever } from '../contract.ts';
import { thisMachine } from '../files/machine.ts';
import type { FusedRetriever } from '../fusion/fused-retriever.ts';
import type { KeptLeg } from '../fusion/kept-legs.ts';
import { withAnswerCounts } from './answer-counts.ts';
import type { QueryScores, Summary, Timings } from './folder/run-folder.ts';
import { latencyByStage } from './latency.ts';
import { openSystem, type RetrievedQuery, type System } from './open-system.ts';
import { overQueries } from './over-queries.ts';
import { DEFAULT_POLICY, type QueryPolicy } from './query-policy.ts';
import type { LegResult } from './retrieve.ts';
import { scoreRankings, summarise } from './scoring.ts';

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

/** What running one system over one dataset gives; `writeRun` makes a run folder of it. */
export interface Experiment {
	readonly dataset: Dataset;
	readonly system: System;
	readonly metrics: readonly Metric[];
	readonly depth: number;
	readonly seed: number;
	/** By query place. */
	readonly rankings: readonly IndexedRanking[];
	/** Fused systems only; seeds before what they seed. */
	readonly legs: readonly ExperimentLeg[];
	/** Fused systems only. */
	readonly fused: FusedRetriever | undefined;
	readonly facts: ReturnType<NonNullable<Retriever['facts']>>;
	readonly scores: readonly QueryScores[];
	readonly summary: Summary;
	readonly timings: Timings;
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
		const scores = scoreRankings(dataset, rankings, metrics);
		return {
			dataset,
			system,
			metrics,
			depth,
			seed: context.seed,
			rankings,
			legs: await keptLegs(open.fused, retrieved),
			fused: open.fused,
			facts: open.retriever.facts?.() ?? {},
			scores,
			summary: withAnswerCounts(
				summarise(
					scores,
					metrics.map((metric) => metric.name),
				),
				{ rankings, failed, unknownIds: retrieved.reduce((sum, { unknownIds }) => sum + unknownIds, 0) },
			),
			timings: {
				latency: latencyByStage(retrieved.map(({ clock }) => clock.times)),
				indexSeconds,
				indexBytes: open.indexSizeBytes(),
				...(concurrency > 1 && queriesPerSecond !== undefined ? { concurrency, queriesPerSecond } : {}),
				...(resumed > 0 ? { resumedQueries: resumed } : {}),
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
