import type { Dataset, Doc, IndexContext, Leg, Query, Retriever } from '../contract.ts';
import { corpusOrder, toRanking } from '../ranking.ts';
import { openJournal } from './journal.ts';
import type { StoredLeg } from './leg-store.ts';
import { warmUpQueries } from './over-queries.ts';
import { type LegResult, retrieveOne } from './retrieve.ts';
import { isFiltering } from './scopes/filtered.ts';
import { isScoped } from './scopes/scoped.ts';
import { inStoreOrder } from './scopes/visible.ts';
import { StageClock } from './stage-clock.ts';

export interface RetrieveLegOptions {
	readonly dataset: Dataset;
	readonly context: IndexContext;
	/** The legs that are there already, by name: the ones that seed this one are among them. */
	readonly earlier: ReadonlyMap<string, StoredLeg>;
	/** What the leg's rankings depend on, hashed; undefined where it is not known, and then nothing is kept on the way. */
	readonly identity: string | undefined;
	/** Asks the first queries once before, untimed, so that the times are those of a leg that is warm. */
	readonly warm: boolean;
}

const EMPTY = { docs: new Int32Array(0), scores: new Float64Array(0) };

/**
 * One leg of a fused system for every query, one after the other. A leg with an identity keeps what came in a journal,
 * so that an interrupted retrieval goes on where it stopped; stores of scopes, whose facts are of all that were opened, begin anew.
 */
export async function retrieveLeg(leg: Leg, retriever: Retriever, options: RetrieveLegOptions): Promise<StoredLeg> {
	const { dataset, context, earlier, identity } = options;
	const { queries, corpus } = dataset;
	const order = corpusOrder(corpus);
	const ask = async (queryIndex: number, clock: StageClock): Promise<LegResult> => {
		const query = queries[queryIndex] as Query;
		// Indexing a store takes the time that it takes; the time limit is for the query.
		if (isScoped(retriever)) await retriever.prepare(query);
		const seeds = new Map(
			leg.seededBy.map((name) => {
				const { ranking } = (earlier.get(name) as StoredLeg).results[queryIndex] as LegResult;
				return [name, toRanking(ranking, corpus)];
			}),
		);
		return retrieveOne(leg.name, leg.stage, retriever, query, leg.depth, { corpus, order, clock }, seeds);
	};
	const journal =
		identity === undefined || isScoped(retriever) || countsQueries(retriever)
			? undefined
			: openJournal(context.cacheDirectory, `leg-${identity}`, queries.length, false);
	const bar = context.progress.start(`retrieving with ${leg.name}`, queries.length);
	const results: LegResult[] = new Array(queries.length);
	const milliseconds = new Float64Array(queries.length);
	try {
		for (const [queryIndex, { byLeg, clock, asked = [] }] of journal?.kept ?? []) {
			const [before] = asked;
			if (isFiltering(retriever) && before) retriever.count(queries[queryIndex] as Query, before);
			results[queryIndex] = byLeg.get(leg.name) as LegResult;
			milliseconds[queryIndex] = clock.times.get(leg.stage) ?? 0;
			bar.advance();
		}
		const left = inStoreOrder(dataset).filter((queryIndex) => results[queryIndex] === undefined);
		if (options.warm) {
			const asked = left.map((queryIndex) => queries[queryIndex] as Query);
			const count = warmUpQueries(dataset, asked).length;
			for (const queryIndex of left.slice(0, count)) await ask(queryIndex, new StageClock());
		}
		for (const queryIndex of left) {
			const clock = new StageClock();
			const result = await ask(queryIndex, clock);
			results[queryIndex] = result;
			milliseconds[queryIndex] = clock.times.get(leg.stage) ?? 0;
			const asked = isFiltering(retriever) ? { asked: [retriever.asked(queries[queryIndex] as Query) ?? null] } : {};
			journal?.add(queryIndex, {
				ranking: EMPTY,
				byLeg: new Map([[leg.name, result]]),
				clock,
				unknownIds: 0,
				...asked,
			});
			bar.advance();
		}
		journal?.remove();
	} finally {
		journal?.close();
		bar.stop();
	}
	return {
		results,
		facts: retriever.facts?.() ?? {},
		...unknownTo(retriever, corpus),
		timing: { indexSeconds: isScoped(retriever) ? retriever.indexSeconds() : 0, milliseconds },
	};
}

/** What it says of itself counts the queries that it was asked, so that all of them have to be asked. */
function countsQueries(retriever: Retriever): boolean {
	const facts = retriever.facts?.() ?? {};
	return 'fallback_queries' in facts || 'approximate' in facts;
}

function unknownTo({ covers }: Retriever, corpus: readonly Doc[]): Pick<StoredLeg, 'unknown'> {
	if (covers === undefined) return {};
	return { unknown: Int32Array.from(corpus.keys()).filter((docIndex) => !covers((corpus[docIndex] as Doc).id)) };
}
