import type { Dataset, IndexContext, Leg, Metric, Query } from '../contract.ts';
import { thisMachine } from '../files/machine.ts';
import type { FusedRetriever } from '../fusion/fused-retriever.ts';
import type { KeptLeg } from '../fusion/kept-legs.ts';
import { latencyByStage } from './latency.ts';
import { type OpenSystem, openSystem, type RetrievedQuery, type System } from './open-system.ts';
import type { LegResult } from './retrieve.ts';
import type { RunRecord } from './run-record.ts';
import { isScoped } from './scopes/scoped.ts';
import { inStoreOrder } from './scopes/visible.ts';
import { scoreRun } from './scored-run.ts';

export type { System } from './open-system.ts';

export interface ExperimentOptions {
	readonly dataset: Dataset;
	readonly system: System;
	readonly metrics: readonly Metric[];
	/** How many documents the system returns per query. */
	readonly depth: number;
	readonly context: IndexContext;
}

/** One system run over one dataset; `writeRun` writes it as a run folder. */
export interface Experiment extends RunRecord {
	readonly system: System;
	readonly legs: readonly ExperimentLeg[];
}

export type ExperimentLeg = KeptLeg & { readonly leg: Leg };

/** Queries retrieved once, untimed, before the clock starts. */
const WARM_UP_QUERIES = 5;

/**
 * Indexes the corpus with one system, retrieves every query, and scores what came back. A fused system's legs are
 * retrieved by the harness and kept. Errors of the retriever come as BenchError with its name and the query's id.
 */
export async function runExperiment(options: ExperimentOptions): Promise<Experiment> {
	const { dataset, system, metrics, depth, context } = options;
	const indexStarted = performance.now();
	const open = await openSystem(system, options);
	const indexSeconds = (performance.now() - indexStarted) / 1000;
	try {
		const retrieved = await overQueries(open, options);
		const rankings = retrieved.map(({ ranking }) => ranking);
		return {
			...scoreRun(dataset, rankings, metrics),
			system,
			depth,
			seed: context.seed,
			legs: await keptLegs(open.fused, retrieved),
			pipeline: open.fused?.pipeline,
			facts: open.retriever.facts?.() ?? {},
			timings: {
				latency: latencyByStage(retrieved.map(({ clock }) => clock.times)),
				indexSeconds: isScoped(open.retriever) ? open.retriever.indexSeconds() : indexSeconds,
				indexBytes: open.indexSizeBytes(),
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

/** Every query in order, after a warm-up. */
async function overQueries(
	open: OpenSystem,
	{ dataset, context, system }: ExperimentOptions,
): Promise<readonly RetrievedQuery[]> {
	const order = inStoreOrder(dataset);
	const queryAt = (queryIndex: number): Query => dataset.queries[queryIndex] as Query;
	// A store of another scope is not opened for this alone.
	const warm = order.slice(0, WARM_UP_QUERIES).map(queryAt);
	for (const query of warm)
		if (dataset.scopes?.mode !== 'separate' || query.scope === warm[0]?.scope) await open.retrieve(query);
	const bar = context.progress.start(`retrieving with ${system.name}`, dataset.queries.length);
	const results: RetrievedQuery[] = new Array(dataset.queries.length);
	try {
		for (const queryIndex of order) {
			results[queryIndex] = await open.retrieve(queryAt(queryIndex));
			bar.advance();
		}
	} finally {
		bar.stop();
	}
	return results;
}
