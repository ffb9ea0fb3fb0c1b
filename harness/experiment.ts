import type {
	Dataset,
	IndexContext,
	IndexedRanking,
	Leg,
	Metric,
	Options,
	Query,
	Retriever,
	RetrieverPlugin,
} from './contract.ts';
import { corpusFeatures, queryFeatures } from './fusion/features.ts';
import { type FusedRetriever, isFused } from './fusion/fused-retriever.ts';
import type { KeptLeg } from './fusion/kept-legs.ts';
import { fuse } from './fusion/pipeline.ts';
import { corpusOrder } from './ranking.ts';
import type { QueryScores, Summary, Timings } from './results/run-folder.ts';
import { indexPlugin } from './retrieval/index-plugin.ts';
import { latencyByStage } from './retrieval/latency.ts';
import { type LegResult, type RetrievalScene, retrieveLegs, retrieveOne } from './retrieval/retrieve.ts';
import { StageClock, type StageTimes } from './retrieval/stage-clock.ts';
import { scoreRankings, summarise } from './scoring.ts';

/** A plugin with all its options, under the name that tables give it. */
export interface System {
	readonly name: string;
	readonly plugin: RetrieverPlugin;
	/** Resolved: every option of the plugin has a value. */
	readonly options: Options;
}

export interface ExperimentOptions {
	readonly dataset: Dataset;
	readonly system: System;
	readonly metrics: readonly Metric[];
	/** How many documents the system returns per query. */
	readonly depth: number;
	readonly context: IndexContext;
}

/** What running one system over one dataset gives; `writeRun` makes a run folder of it. */
export interface Experiment {
	readonly dataset: Dataset;
	readonly system: System;
	readonly metrics: readonly Metric[];
	readonly depth: number;
	readonly seed: number;
	/** By queryIndex. */
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

/** Queries retrieved once, untimed, before the clock starts. */
const WARM_UP_QUERIES = 5;

/**
 * Indexes the corpus with one system, retrieves every query, and scores what came back. A fused system's legs are
 * retrieved by the harness and kept. Errors of the retriever come as BenchError with its name and the query's id.
 */
export async function runExperiment(options: ExperimentOptions): Promise<Experiment> {
	const { dataset, system, metrics, depth, context } = options;
	const indexStarted = performance.now();
	const retriever = await indexPlugin(system.plugin, dataset.corpus, system.options, context);
	const opened = isFused(retriever) ? await openLegs(retriever) : [retriever];
	const indexSeconds = (performance.now() - indexStarted) / 1000;
	try {
		const retrieval = isFused(retriever)
			? await retrieveFused(retriever, options)
			: await retrieveSingle(retriever, options);
		const scores = scoreRankings(dataset, retrieval.rankings, metrics);
		const indexBytes = opened.reduce((sum, one) => sum + (one.indexSizeBytes?.() ?? 0), 0);
		return {
			dataset,
			system,
			metrics,
			depth,
			seed: context.seed,
			rankings: retrieval.rankings,
			legs: retrieval.legs,
			fused: isFused(retriever) ? retriever : undefined,
			facts: retriever.facts?.() ?? {},
			scores,
			summary: summarise(
				scores,
				metrics.map((metric) => metric.name),
			),
			timings: { latency: latencyByStage(retrieval.times), indexSeconds, indexBytes },
		};
	} finally {
		for (const one of opened) one.close?.();
		if (isFused(retriever)) retriever.close?.();
	}
}

/** All of them or none: where one fails to open, the others and the system are closed before its error is thrown. */
async function openLegs(fused: FusedRetriever): Promise<readonly Retriever[]> {
	const results = await Promise.allSettled(fused.legs.map((leg) => leg.open()));
	const failed = results.find((result) => result.status === 'rejected');
	const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
	if (failed === undefined) return opened;
	for (const one of opened) one.close?.();
	fused.close?.();
	throw failed.reason;
}

interface Retrieval {
	readonly rankings: readonly IndexedRanking[];
	readonly legs: readonly ExperimentLeg[];
	readonly times: readonly StageTimes[];
}

async function retrieveSingle(retriever: Retriever, options: ExperimentOptions): Promise<Retrieval> {
	const { system, depth } = options;
	const stage = system.plugin.stage ?? system.plugin.name;
	const { results, times } = await overQueries(options, async (query, scene) => {
		const { ranking } = await retrieveOne(system.name, stage, retriever, query, depth, scene);
		return ranking;
	});
	return { rankings: results, legs: [], times };
}

async function retrieveFused(fused: FusedRetriever, options: ExperimentOptions): Promise<Retrieval> {
	const { dataset, depth } = options;
	const features = corpusFeatures(dataset.corpus);
	const { results, times } = await overQueries(options, async (query, scene) => {
		const byLeg = await retrieveLegs(fused.legs, query, scene);
		const rankings = new Map([...byLeg].map(([name, { ranking }]) => [name, ranking]));
		const forQuery = queryFeatures(features, dataset.corpus, query);
		const ranking = await scene.clock.run('fuse', () => fuse(fused.pipeline, rankings, forQuery, depth));
		return { ranking, byLeg };
	});
	const legs = await Promise.all(
		fused.legs.map(async (leg): Promise<ExperimentLeg> => {
			const perQuery = results.map(({ byLeg }) => byLeg.get(leg.name) as LegResult);
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
	return { rankings: results.map(({ ranking }) => ranking), legs, times };
}

/** Every query in order, after a warm-up, with a clock of its own and the total under `total`. */
async function overQueries<T>(
	{ dataset, context, system }: ExperimentOptions,
	work: (query: Query, scene: RetrievalScene) => Promise<T>,
): Promise<{ results: T[]; times: StageTimes[] }> {
	const order = corpusOrder(dataset.corpus);
	const scene = (clock: StageClock): RetrievalScene => ({ corpus: dataset.corpus, order, clock });
	for (const query of dataset.queries.slice(0, WARM_UP_QUERIES)) await work(query, scene(new StageClock()));

	const bar = context.progress.start(`retrieving with ${system.name}`, dataset.queries.length);
	const results: T[] = [];
	const times: StageTimes[] = [];
	try {
		for (const query of dataset.queries) {
			const clock = new StageClock();
			const started = performance.now();
			results.push(await work(query, scene(clock)));
			clock.times.set('total', performance.now() - started);
			times.push(clock.times);
			bar.advance();
		}
	} finally {
		bar.stop();
	}
	return { results, times };
}
