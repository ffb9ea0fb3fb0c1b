import type { Dataset, IndexContext, IndexedRanking, Options, Query, Retriever, RetrieverPlugin } from '../contract.ts';
import { corpusFeatures, queryFeatures } from '../fusion/features.ts';
import { type FusedRetriever, isFused } from '../fusion/fused-retriever.ts';
import { fuse } from '../fusion/pipeline.ts';
import { corpusOrder } from '../ranking.ts';
import { indexDataset } from './index-dataset.ts';
import { indexVisibly } from './index-visibly.ts';
import { DEFAULT_POLICY, type QueryPolicy } from './query-policy.ts';
import { openRerank, type RerankedQuery, rerankQuery, withPairScores } from './rerank-query.ts';
import { type LegResult, retrieveLegs, retrieveOne } from './retrieve.ts';
import { type Asked, isFiltering } from './scopes/filtered.ts';
import { isScoped } from './scopes/scoped.ts';
import { StageClock } from './stage-clock.ts';

/** A plugin with all its options, under the name that tables give it. */
export interface System {
	readonly name: string;
	readonly plugin: RetrieverPlugin;
	/** Resolved: every option of the plugin has a value. */
	readonly options: Options;
}

/** A system over an indexed corpus, one query at a time. */
export interface OpenSystem {
	readonly retriever: Retriever;
	/** Fused systems only. */
	readonly fused: FusedRetriever | undefined;
	/** The most queries at once that all of its parts allow; Infinity where none says. */
	readonly concurrency: number;
	/** What the scores of its reranker depend on; absent where it has none. */
	readonly scorerId?: string;
	readonly indexSizeBytes: () => number;
	readonly retrieve: (query: Query) => Promise<RetrievedQuery>;
	/** Counts a query that an interrupted run has retrieved: what is said of stores and filters is said of all queries. */
	readonly resume: (query: Query, retrieved: RetrievedQuery) => Promise<void>;
	readonly close: () => void;
}

export interface RetrievedQuery {
	readonly ranking: IndexedRanking;
	/** Fused systems: what each leg returned. */
	readonly byLeg: ReadonlyMap<string, LegResult>;
	/** Times by stage; `total` is the whole retrieval. */
	readonly clock: StageClock;
	/** What the stage `rerank` knew; absent where the pipeline has none. */
	readonly reranked?: RerankedQuery;
	/** Ids that the corpus lacks, left out of the rankings. */
	readonly unknownIds: number;
	/** One index that is filtered: how deep each retriever, or leg, asked it. */
	readonly asked?: readonly (Asked | null)[];
}

interface OpenOptions {
	readonly dataset: Dataset;
	/** How many documents the system returns per query. */
	readonly depth: number;
	readonly context: IndexContext;
	readonly policy?: Pick<QueryPolicy, 'timeoutSeconds' | 'unknownIds'>;
}

/** Indexes the corpus with one system. The caller closes it. */
export async function openSystem(system: System, options: OpenOptions): Promise<OpenSystem> {
	const { dataset, depth, policy = DEFAULT_POLICY } = options;
	const { retriever, fused, opened } = await indexVisibly(system.name, options.context, async (context) => {
		const retriever = await indexDataset(system.plugin, dataset, system.options, context);
		const fused = isFused(retriever) ? retriever : undefined;
		return { retriever, fused, opened: fused === undefined ? [retriever] : await openLegs(fused) };
	});
	const rerank = fused === undefined ? undefined : await openRerank(fused, dataset.corpus);
	const order = corpusOrder(dataset.corpus);
	const corpus = dataset.corpus;
	const features = fused === undefined ? undefined : corpusFeatures(corpus);

	const filtered = opened.filter(isFiltering);
	const askedBy = (query: Query): readonly (Asked | null)[] => filtered.map((one) => one.asked(query) ?? null);

	async function whole(query: Query, clock: StageClock): Promise<Omit<RetrievedQuery, 'clock'>> {
		const task = { corpus, order, clock, policy };
		if (fused === undefined || features === undefined) {
			const stage = system.plugin.stage ?? system.plugin.name;
			const { ranking, unknownIds = 0 } = await retrieveOne(system.name, stage, retriever, query, depth, task);
			return { ranking, byLeg: new Map(), unknownIds };
		}
		const byLeg = await retrieveLegs(fused.legs, query, task);
		const rankings = new Map([...byLeg].map(([name, { ranking }]) => [name, ranking]));
		const plain = queryFeatures(features, corpus, query);
		const reranked = rerank && (await rerankQuery(rerank, query, rankings, plain, clock));
		const forQuery = rerank && reranked ? withPairScores(plain, rerank.stage.model, reranked) : plain;
		const ranking = await clock.run('fuse', () => fuse(fused.pipeline, rankings, forQuery, depth));
		return {
			ranking,
			byLeg,
			...(reranked === undefined ? {} : { reranked }),
			unknownIds: [...byLeg.values()].reduce((sum, leg) => sum + (leg.unknownIds ?? 0), 0),
		};
	}

	return {
		retriever,
		fused,
		concurrency: Math.min(...opened.map(({ concurrency }) => concurrency ?? Number.POSITIVE_INFINITY)),
		indexSizeBytes: () => opened.reduce((sum, one) => sum + (one.indexSizeBytes?.() ?? 0), 0),
		retrieve: async (query) => {
			if (isScoped(retriever)) await retriever.prepare(query);
			const clock = new StageClock();
			const started = performance.now();
			const found = await whole(query, clock);
			clock.times.set('total', performance.now() - started);
			return { ...found, clock, ...(filtered.length === 0 ? {} : { asked: askedBy(query) }) };
		},
		resume: async (query, { asked = [] }) => {
			if (isScoped(retriever)) await retriever.prepare(query);
			filtered.forEach((one, i) => {
				const before = asked[i];
				if (before !== undefined && before !== null) one.count(query, before);
			});
		},
		close: () => {
			for (const one of opened) one.close?.();
			rerank?.scorer.close();
			fused?.close?.();
		},
		...(rerank === undefined ? {} : { scorerId: rerank.scorer.id }),
	};
}

/** Opens all legs or none: if one fails to open, the others and the system are closed before its error is thrown. */
async function openLegs(fused: FusedRetriever): Promise<readonly Retriever[]> {
	const results = await Promise.allSettled(fused.legs.map((leg) => leg.open()));
	const failed = results.find((result) => result.status === 'rejected');
	const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
	if (failed === undefined) return opened;
	for (const one of opened) one.close?.();
	fused.close?.();
	throw failed.reason;
}
