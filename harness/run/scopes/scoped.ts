import type {
	Dataset,
	IndexContext,
	JsonObject,
	Options,
	Query,
	Ranking,
	Retriever,
	RetrieverPlugin,
} from '../../contract.ts';
import { BenchError } from '../../errors.ts';

/** A retriever over several stores. */
export interface ScopedRetriever extends Retriever {
	/** Opens the store of this query, so that its latency holds no indexing. */
	prepare(query: Query): Promise<void>;
	/** Seconds that indexing took, summed over stores. */
	indexSeconds(): number;
}

export function isScoped(retriever: Retriever): retriever is ScopedRetriever {
	return 'prepare' in retriever && 'indexSeconds' in retriever;
}

/** The inputs of indexing a store. */
export interface StoreRequest {
	readonly plugin: RetrieverPlugin;
	readonly dataset: Dataset;
	readonly options: Options;
	readonly context: IndexContext;
}

/** Another attempt mends it not, and it is no failure that may be counted and passed over. */
export class OutsideStore extends BenchError {}

/** A document that the query may not see is a fault of the retriever, however it came by it. */
export function requireVisible(
	ranking: Ranking,
	ids: ReadonlySet<string> | undefined,
	name: string,
	query: Query,
): void {
	if (ids === undefined) return;
	const outside = ranking.find(({ docId }) => !ids.has(docId));
	if (outside === undefined) return;
	throw new OutsideStore(
		'plugin',
		`${name} returned document ${outside.docId}, which is outside the store of query ${query.id}`,
		{
			hint: 'With --scopes separate a retriever is given the documents of one scope and may return no others.',
		},
	);
}

/** The facts of many stores: what is the same in all, as it is; numbers that differ, with sum, least and largest. */
export function mergeFacts(stores: readonly JsonObject[]): JsonObject {
	const [first] = stores;
	if (first === undefined) return {};
	const keys = [...new Set(stores.flatMap((facts) => Object.keys(facts)))];
	return Object.fromEntries(
		keys.flatMap((key) => {
			const values = stores.map((facts) => facts[key] ?? null);
			if (values.every((value) => JSON.stringify(value) === JSON.stringify(values[0])))
				return [[key, values[0] ?? null]];
			if (!values.every((value) => typeof value === 'number')) return [[key, 'differs by scope']];
			const numbers = values as readonly number[];
			let [sum, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
			for (const number of numbers) [sum, min, max] = [sum + number, Math.min(min, number), Math.max(max, number)];
			return [[key, { sum, min, max }]];
		}),
	);
}
