import type { IndexedRanking, Leg, Query, Ranking, RetrieveContext, Retriever } from '../contract.ts';
import { BenchError, reasonOf } from '../errors.ts';
import { type CorpusOrder, toIndexed, toRanking } from '../ranking.ts';
import { inTime } from './in-time.ts';
import { knownIds } from './known-ids.ts';
import { DEFAULT_POLICY, type QueryPolicy } from './query-policy.ts';
import type { StageClock } from './stage-clock.ts';

export interface LegResult {
	readonly ranking: IndexedRanking;
	/** DocIndices of the documents that the leg started from, where it said so. */
	readonly seeds: Int32Array | undefined;
	/** Ids that the corpus lacks, left out of the ranking; absent where there were none. */
	readonly unknownIds?: number;
}

/** The indexed corpus, and the clock of the query at hand. */
export interface RetrievalTask {
	readonly corpus: readonly { readonly id: string }[];
	readonly order: CorpusOrder;
	readonly clock: StageClock;
	/** Default: {@link DEFAULT_POLICY}. */
	readonly policy?: Pick<QueryPolicy, 'timeoutSeconds' | 'unknownIds'>;
}

/** A query that a retriever failed on: another attempt may succeed. */
export class QueryFailure extends BenchError {}

/** One query through one retriever, in THE order, timed under `stage`. Errors name the retriever and the query's id. */
export async function retrieveOne(
	name: string,
	stage: string,
	retriever: Retriever,
	query: Query,
	depth: number,
	task: RetrievalTask,
	seeds: RetrieveContext['seeds'] = new Map(),
): Promise<LegResult> {
	let started: Int32Array | undefined;
	const { timeoutSeconds, unknownIds } = task.policy ?? DEFAULT_POLICY;
	const source = { retriever: name, queryId: query.id };
	const controller = new AbortController();
	const context: RetrieveContext = {
		seeds,
		signal: controller.signal,
		time: (inner, work) => task.clock.time(inner, work),
		startedFrom: (docIds) => {
			started = Int32Array.from(
				docIds.map((id) => task.order.get(id)).filter((docIndex): docIndex is number => docIndex !== undefined),
			);
		},
	};
	return task.clock.run(stage, async () => {
		const returned = await ask(name, query, () => {
			const answer = retriever.retrieve(query, depth, context);
			return isPromise(answer) ? inTime(answer, timeoutSeconds, controller) : answer;
		});
		const { ranking, dropped } = knownIds(returned, task.order, unknownIds, source);
		const indexed = toIndexed(ranking, task.order, depth, source);
		return { ranking: indexed, seeds: started, ...(dropped === 0 ? {} : { unknownIds: dropped }) };
	});
}

async function ask(name: string, query: Query, retrieve: () => Promise<Ranking> | Ranking): Promise<Ranking> {
	try {
		const returned: unknown = await retrieve();
		if (Array.isArray(returned)) return returned;
		throw new BenchError('plugin', 'it returned no list of documents');
	} catch (error) {
		// A failure of the network or the model is not one of the retriever.
		if (error instanceof BenchError && error.code !== 'plugin') throw error;
		throw new QueryFailure('plugin', `${name} failed on query ${query.id}: ${reasonOf(error)}`, {
			hint: (error instanceof BenchError ? error.hint : undefined) ?? 'The error came from inside the retriever.',
			cause: error,
		});
	}
}

function isPromise<T>(value: PromiseLike<T> | T): value is PromiseLike<T> {
	return typeof value === 'object' && value !== null && 'then' in value;
}

/** One query through the legs, seeds before what they seed. */
export async function retrieveLegs(
	legs: readonly Leg[],
	query: Query,
	task: RetrievalTask,
): Promise<ReadonlyMap<string, LegResult>> {
	const results = new Map<string, LegResult>();
	for (const leg of legs) {
		const retriever = await leg.open();
		const seeds = new Map(
			leg.seededBy.map((seed) => [seed, toRanking((results.get(seed) as LegResult).ranking, task.corpus)]),
		);
		results.set(leg.name, await retrieveOne(leg.name, leg.stage, retriever, query, leg.depth, task, seeds));
	}
	return results;
}
