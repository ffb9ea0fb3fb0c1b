import type { Dataset, Doc, IndexContext, Leg, Query, Retriever } from '../contract.ts';
import { isForbidden } from '../files/write-file.ts';
import { corpusFeatures, queryFeatures } from '../fusion/features.ts';
import type { FusedRetriever } from '../fusion/fused-retriever.ts';
import type { KeptLegs } from '../fusion/kept-legs.ts';
import type { Pipeline } from '../fusion/pipeline.ts';
import { corpusOrder, toRanking } from '../ranking.ts';
import type { System } from './experiment.ts';
import { fallbackQueries } from './fallback-queries.ts';
import { indexFused } from './index-fused.ts';
import { legIdentity, readStoredLeg, type StoredLeg, writeStoredLeg } from './leg-store.ts';
import { type LegResult, type RetrievalTask, retrieveOne } from './retrieve.ts';
import { isScoped } from './scopes/scoped.ts';
import { inStoreOrder } from './scopes/visible.ts';
import { StageClock } from './stage-clock.ts';

export interface KeepLegsOptions {
	readonly dataset: Dataset;
	readonly system: System;
	readonly context: IndexContext;
	/** Retrieves this many times as deep as the legs are: for the audit's control. The pipeline keeps its depths. */
	readonly deeper?: number;
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
export async function keepLegs({ dataset, system, context, deeper = 1 }: KeepLegsOptions): Promise<KeptSystem> {
	const fused = await indexFused(dataset, system, context);
	const legs = deeper === 1 ? fused.legs : fused.legs.map((leg) => ({ ...leg, depth: leg.depth * deeper }));
	const opened: Retriever[] = [];
	try {
		const stored = new Map<string, StoredLeg>();
		const unkeepable = new Set<string>();
		const retrieved: string[] = [];
		for (const leg of legs) {
			if (leg.unhashedCode !== undefined) context.note(`${leg.name} is retrieved anew: ${leg.unhashedCode}`);
			// A leg seeded by a leg without an identity has no identity either.
			if (leg.unhashedCode !== undefined || leg.seededBy.some((seed) => unkeepable.has(seed))) unkeepable.add(leg.name);
			const identity = unkeepable.has(leg.name) ? undefined : legIdentity(leg, legs, dataset, context.seed);
			const before = identity === undefined ? undefined : readStoredLeg(context.cacheDirectory, identity);
			if (before !== undefined) {
				stored.set(leg.name, before);
				continue;
			}
			const retriever = await leg.open();
			opened.push(retriever);
			const now = await retrieveLeg(leg, retriever, stored, dataset, context);
			// A fallback's answers are not kept, nor the legs it seeds: next time the leg itself may answer.
			if (fallbackQueries(now) > 0) unkeepable.add(leg.name);
			else if (identity !== undefined) keepLeg(leg, identity, now, context);
			stored.set(leg.name, now);
			retrieved.push(leg.name);
		}
		return { kept: keptLegs(fused.pipeline, legs, stored, dataset), fused, retrieved };
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

async function retrieveLeg(
	leg: Leg,
	retriever: Retriever,
	earlier: ReadonlyMap<string, StoredLeg>,
	dataset: Dataset,
	context: IndexContext,
): Promise<StoredLeg> {
	const task: RetrievalTask = { corpus: dataset.corpus, order: corpusOrder(dataset.corpus), clock: new StageClock() };
	const bar = context.progress.start(`retrieving with ${leg.name}`, dataset.queries.length);
	const results: LegResult[] = new Array(dataset.queries.length);
	try {
		for (const queryIndex of inStoreOrder(dataset)) {
			const query = dataset.queries[queryIndex] as Query;
			// Indexing a store takes the time that it takes; the time limit is for the query.
			if (isScoped(retriever)) await retriever.prepare(query);
			const seeds = new Map(
				leg.seededBy.map((name) => {
					const { ranking } = (earlier.get(name) as StoredLeg).results[queryIndex] as LegResult;
					return [name, toRanking(ranking, dataset.corpus)];
				}),
			);
			results[queryIndex] = await retrieveOne(leg.name, leg.stage, retriever, query, leg.depth, task, seeds);
			bar.advance();
		}
	} finally {
		bar.stop();
	}
	const { covers } = retriever;
	const unknown =
		covers === undefined
			? {}
			: {
					unknown: Int32Array.from(dataset.corpus.keys()).filter(
						(docIndex) => !covers((dataset.corpus[docIndex] as Doc).id),
					),
				};
	return { results, facts: retriever.facts?.() ?? {}, ...unknown };
}

function keptLegs(
	pipeline: Pipeline,
	legs: readonly Leg[],
	stored: ReadonlyMap<string, StoredLeg>,
	dataset: Dataset,
): KeptLegs {
	const features = corpusFeatures(dataset.corpus);
	return {
		corpus: dataset.corpus,
		queries: dataset.queries,
		qrels: dataset.qrels,
		pipeline,
		legs: legs.map((leg) => {
			const { results, facts, unknown } = stored.get(leg.name) as StoredLeg;
			return {
				name: leg.name,
				depth: leg.depth,
				seededBy: leg.seededBy,
				rankings: results.map(({ ranking }) => ranking),
				seeds: results.map(({ seeds }) => seeds),
				facts,
				...(unknown === undefined ? {} : { unknown }),
			};
		}),
		features: (queryIndex) =>
			queryFeatures(features, dataset.corpus, dataset.queries[queryIndex] as Dataset['queries'][number]),
	};
}
