import type { JsonObject, Leg, Query, QueryId, Retriever } from '../../contract.ts';
import { type FusedRetriever, isFused } from '../../fusion/fused-retriever.ts';
import { indexPlugin } from '../index-plugin.ts';
import type { StoreRequest } from './scoped.ts';
import { type Visible, visibility } from './visible.ts';

/** Each time that too few of the documents are in the scope, so many times as many are asked for. */
const DEEPER = 4;

/**
 * One index over the whole corpus; what a query may not see is left out of its results. A retriever that filters itself
 * (`filtersScope`) finds the scope in the query; any other is asked deeper until the depth is filled or its ranking ends,
 * which `facts` count.
 */
export async function indexFiltered({ plugin, dataset, options, context }: StoreRequest): Promise<Retriever> {
	const retriever = await indexPlugin(plugin, dataset.corpus, options, context);
	const seen = visibility(dataset);
	const idsOf = idsByKey();
	const visible = (query: Query): ReadonlySet<string> | undefined => idsOf(seen(query));
	const most = dataset.corpus.length;
	// A retriever that filters by scope knows nothing of dates.
	const byDate = dataset.scopes?.as_of === true;
	if (!isFused(retriever)) return filtering(retriever, visible, most, byDate);
	const scopedLeg = (leg: Leg): Leg => {
		let opened: Promise<Retriever> | undefined;
		return {
			...leg,
			open() {
				opened ??= leg.open().then((inner) => filtering(inner, visible, most, byDate));
				return opened;
			},
		};
	};
	const fused: FusedRetriever = {
		...retriever,
		legs: retriever.legs.map(scopedLeg),
		retrieve: filtering(retriever, visible, most, byDate).retrieve,
	};
	return fused;
}

/** A retriever whose results are filtered, which counts how deep it had to ask. */
export interface FilteringRetriever extends Retriever {
	/** How deep it asked for this query, and whether that was deeper than it was asked itself; undefined: not at all. */
	asked(query: Query): Asked | undefined;
	/** Counts a query that an interrupted run has asked. */
	count(query: Query, asked: Asked): void;
}

export type Asked = readonly [depth: number, deeper: boolean];

export function isFiltering(retriever: Retriever): retriever is FilteringRetriever {
	return 'asked' in retriever && 'count' in retriever;
}

function filtering(
	inner: Retriever,
	visible: (query: Query) => ReadonlySet<string> | undefined,
	most: number,
	byDate: boolean,
): FilteringRetriever {
	const trusted = inner.filtersScope === true && !byDate;
	const askedFor = new Map<QueryId, Asked>();
	const { concurrency, covers, close, indexSizeBytes } = inner;
	return {
		...(concurrency === undefined ? {} : { concurrency }),
		async retrieve(query, depth, context) {
			const ids = visible(query);
			if (ids === undefined) return inner.retrieve(query, depth, context);
			for (let ask = depth; ; ask = Math.min(most, ask * DEEPER)) {
				const ranking = await inner.retrieve(query, ask, context);
				const within = ranking.filter(({ docId }) => ids.has(docId));
				askedFor.set(query.id, [ask, ask > depth]);
				const filled = within.length >= Math.min(depth, ids.size);
				if (trusted || filled || ranking.length < ask || ask >= most) return within;
			}
		},
		asked: ({ id }) => askedFor.get(id),
		count: ({ id }, asked) => void askedFor.set(id, asked),
		facts: (): JsonObject => ({
			...inner.facts?.(),
			scope_filter: trusted ? 'own' : countsOf([...askedFor.values()]),
		}),
		...(covers === undefined ? {} : { covers: (docId: string) => inner.covers?.(docId) ?? true }),
		...(close === undefined ? {} : { close: () => inner.close?.() }),
		...(indexSizeBytes === undefined ? {} : { indexSizeBytes: () => inner.indexSizeBytes?.() ?? 0 }),
	};
}

function countsOf(asked: readonly Asked[]): JsonObject {
	return {
		asked_deeper: asked.filter(([, deeper]) => deeper).length,
		deepest: asked.reduce((most, [depth]) => Math.max(most, depth), 0),
	};
}

function idsByKey(): (visible: Visible) => ReadonlySet<string> | undefined {
	let last: { readonly key: string; readonly ids: ReadonlySet<string> } | undefined;
	return ({ key, docs }) => {
		if (docs === undefined) return undefined;
		if (last?.key !== key) last = { key, ids: new Set(docs.map(({ id }) => id)) };
		return last.ids;
	};
}
