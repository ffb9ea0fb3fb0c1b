import type { Dataset, IndexContext, Leg, Retriever } from '../contract.ts';
import { isForbidden } from '../files/write-file.ts';
import { corpusFeatures, queryFeatures } from '../fusion/features.ts';
import type { FusedRetriever } from '../fusion/fused-retriever.ts';
import type { KeptLegs } from '../fusion/kept-legs.ts';
import type { PairScores } from '../fusion/pair-scores.ts';
import type { Pipeline } from '../fusion/pipeline.ts';
import type { System } from './experiment.ts';
import { fallbackQueries } from './fallback-queries.ts';
import { indexFused } from './index-fused.ts';
import { legIdentity, readStoredLeg, type StoredLeg, writeStoredLeg } from './leg-store.ts';
import { noteLegTime } from './leg-times.ts';
import { retrieveLeg } from './retrieve-leg.ts';
import { scorePools } from './score-pools.ts';

export interface KeepLegsOptions {
	readonly dataset: Dataset;
	readonly system: System;
	readonly context: IndexContext;
	/** Retrieves this many times as deep as the legs are: for the audit's control. The pipeline keeps its depths. */
	readonly deeper?: number;
	/**
	 * Legs that this process has retrieved before, by identity, for systems that share legs: also those that are not kept
	 * in the cache. Filled here.
	 */
	readonly memory?: Map<string, StoredLeg>;
	/** The legs' times are wanted: each is warmed up before its queries. */
	readonly timed?: boolean;
	/** Rankings only: no reranker is asked, and nothing can be fused through one. */
	readonly unscored?: boolean;
	/** By queryIndex: documents that a reranker is to score beside those that the legs returned. */
	readonly further?: (kept: KeptLegs) => readonly ReadonlySet<number>[];
}

export interface KeptSystem {
	readonly kept: KeptLegs;
	readonly fused: FusedRetriever;
	/** Names of the legs that were retrieved now; the others were kept from before. */
	readonly retrieved: readonly string[];
}

/**
 * Retrieves the legs of a fused system for every query, once: rankings are kept in the cache under the leg's identity,
 * so a second call with the same dataset, legs and options indexes nothing and retrieves nothing. A leg whose code can't
 * be hashed is never kept, and a note says why. A system without legs is a BenchError.
 */
export async function keepLegs(options: KeepLegsOptions): Promise<KeptSystem> {
	const { dataset, system, context, deeper = 1, memory, timed = false } = options;
	const fused = await indexFused(dataset, system, context);
	const legs = deeper === 1 ? fused.legs : fused.legs.map((leg) => ({ ...leg, depth: leg.depth * deeper }));
	const opened: Retriever[] = [];
	try {
		const stored = new Map<string, StoredLeg>();
		const unkeepable = new Set<string>();
		const retrieved: string[] = [];
		for (const leg of legs) {
			// A leg seeded by a leg without an identity has no identity either.
			if (leg.unhashedCode !== undefined || leg.seededBy.some((seed) => unkeepable.has(seed))) unkeepable.add(leg.name);
			const name = legIdentity(leg, legs, dataset, context.seed);
			if (leg.unhashedCode !== undefined && memory?.has(name) !== true)
				context.note(`${leg.name} is retrieved anew: ${leg.unhashedCode}`);
			const identity = unkeepable.has(leg.name) ? undefined : name;
			const inCache = identity === undefined ? undefined : readStoredLeg(context.cacheDirectory, identity);
			const before = memory?.get(name) ?? inCache;
			if (before !== undefined) {
				stored.set(leg.name, before);
				memory?.set(name, before);
				continue;
			}
			const started = performance.now();
			const retriever = await leg.open();
			opened.push(retriever);
			const indexSeconds = (performance.now() - started) / 1000;
			const now = withIndexSeconds(
				await retrieveLeg(leg, retriever, { dataset, context, earlier: stored, identity, warm: timed }),
				indexSeconds,
			);
			noteLegTime(context.cacheDirectory, leg.plugin, dataset, now);
			memory?.set(name, now);
			// A fallback's answers are not kept, nor the legs it seeds: next time the leg itself may answer.
			if (fallbackQueries(now) > 0) unkeepable.add(leg.name);
			else if (identity !== undefined) keepLeg(leg, identity, now, context);
			stored.set(leg.name, now);
			retrieved.push(leg.name);
		}
		const rankings = keptLegs(fused.pipeline, legs, stored, dataset);
		const scores = options.unscored ? undefined : await scorePools(fused, rankings, options.further, context);
		const kept = scores === undefined ? rankings : keptLegs(fused.pipeline, legs, stored, dataset, scores);
		return { kept, fused, retrieved };
	} finally {
		// Close the legs that were opened here.
		for (const retriever of opened) retriever.close?.();
		fused.close?.();
	}
}

/** A cache that may only be read keeps nothing, and nothing is wrong with that. */
function keepLeg(leg: Leg, identity: string, now: StoredLeg, context: IndexContext): void {
	try {
		writeStoredLeg(context.cacheDirectory, identity, now);
	} catch (error) {
		if (!isForbidden(error)) throw error;
		context.note(`the rankings of ${leg.name} are not kept: ${context.cacheDirectory} may only be read`);
	}
}

function withIndexSeconds(leg: StoredLeg, seconds: number): StoredLeg {
	const { timing } = leg;
	return timing === undefined ? leg : { ...leg, timing: { ...timing, indexSeconds: timing.indexSeconds + seconds } };
}

function keptLegs(
	pipeline: Pipeline,
	legs: readonly Leg[],
	stored: ReadonlyMap<string, StoredLeg>,
	dataset: Dataset,
	scores?: readonly PairScores[],
): KeptLegs {
	const features = corpusFeatures(dataset.corpus);
	return {
		corpus: dataset.corpus,
		queries: dataset.queries,
		qrels: dataset.qrels,
		pipeline,
		legs: legs.map((leg) => {
			const { results, facts, unknown, timing } = stored.get(leg.name) as StoredLeg;
			return {
				name: leg.name,
				depth: leg.depth,
				seededBy: leg.seededBy,
				rankings: results.map(({ ranking }) => ranking),
				seeds: results.map(({ seeds }) => seeds),
				facts,
				...(unknown === undefined ? {} : { unknown }),
				...(timing === undefined ? {} : { milliseconds: timing.milliseconds }),
			};
		}),
		features: (queryIndex) =>
			queryFeatures(
				features,
				dataset.corpus,
				dataset.queries[queryIndex] as Dataset['queries'][number],
				scores?.[queryIndex],
			),
	};
}
