import type { IndexedRanking, Leg, Query, RetrieveContext, Retriever } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { type CorpusOrder, toIndexed, toRanking } from '../ranking.ts';
import type { StageClock } from './stage-clock.ts';

export interface LegResult {
	readonly ranking: IndexedRanking;
	/** Corpus places of the documents that the leg said it started from. */
	readonly seeds: Int32Array | undefined;
}

/** Where retrieval happens: what the corpus is, and the clock of the query at hand. */
export interface RetrievalScene {
	readonly corpus: readonly { readonly id: string }[];
	readonly order: CorpusOrder;
	readonly clock: StageClock;
}

/** One query through one retriever, in THE order, timed under `stage`. Errors name the retriever and the query's id. */
export async function retrieveOne(
	name: string,
	stage: string,
	retriever: Retriever,
	query: Query,
	depth: number,
	scene: RetrievalScene,
	seeds: RetrieveContext['seeds'] = new Map(),
): Promise<LegResult> {
	let started: Int32Array | undefined;
	const context: RetrieveContext = {
		seeds,
		time: (inner, work) => scene.clock.time(inner, work),
		startedFrom: (docIds) => {
			started = Int32Array.from(
				docIds.map((id) => scene.order.get(id)).filter((place): place is number => place !== undefined),
			);
		},
	};
	const ranking = await scene.clock.run(stage, async () => {
		try {
			const returned = await retriever.retrieve(query, depth, context);
			return toIndexed(returned, scene.order, depth, { retriever: name, queryId: query.id });
		} catch (error) {
			if (error instanceof BenchError) throw error;
			throw new BenchError('plugin', `${name} failed on query ${query.id}: ${(error as Error).message}`, {
				hint: 'The error came from inside the retriever.',
				cause: error,
			});
		}
	});
	return { ranking, seeds: started };
}

/** One query through the legs, seeds before what they seed. */
export async function retrieveLegs(
	legs: readonly Leg[],
	query: Query,
	scene: RetrievalScene,
): Promise<ReadonlyMap<string, LegResult>> {
	const results = new Map<string, LegResult>();
	for (const leg of legs) {
		const retriever = await leg.open();
		const seeds = new Map(
			leg.seededBy.map((seed) => [seed, toRanking((results.get(seed) as LegResult).ranking, scene.corpus)]),
		);
		results.set(leg.name, await retrieveOne(leg.name, leg.stage, retriever, query, leg.depth, scene, seeds));
	}
	return results;
}
