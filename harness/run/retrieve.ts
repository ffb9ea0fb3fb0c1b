import type { IndexedRanking, Leg, Query, Ranking, RetrieveContext, Retriever } from '../contract.ts';
import { BenchError, reasonOf } from '../errors.ts';
import { type CorpusOrder, toIndexed, toRanking } from '../ranking.ts';
import type { StageClock } from './stage-clock.ts';

export interface LegResult {
	readonly ranking: IndexedRanking;
	/** Corpus places of the documents that the leg said it started from. */
	readonly seeds: Int32Array | undefined;
}

/** Where retrieval happens: what the corpus is, and the clock of the query at hand. */
export interface RetrievalContext {
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
	scene: RetrievalContext,
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
		const returned = await ask(name, query, () => retriever.retrieve(query, depth, context));
		return toIndexed(returned, scene.order, depth, { retriever: name, queryId: query.id });
	});
	return { ranking, seeds: started };
}

async function ask(name: string, query: Query, retrieve: () => Promise<Ranking> | Ranking): Promise<Ranking> {
	try {
		const returned: unknown = await retrieve();
		if (Array.isArray(returned)) return returned;
		throw new BenchError('plugin', 'it returned no list of documents');
	} catch (error) {
		// What the network or the model refuses is no failure of the retriever's.
		if (error instanceof BenchError && error.code !== 'plugin') throw error;
		throw new BenchError('plugin', `${name} failed on query ${query.id}: ${reasonOf(error)}`, {
			hint: (error instanceof BenchError ? error.hint : undefined) ?? 'The error came from inside the retriever.',
			cause: error,
		});
	}
}

/** One query through the legs, seeds before what they seed. */
export async function retrieveLegs(
	legs: readonly Leg[],
	query: Query,
	scene: RetrievalContext,
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
