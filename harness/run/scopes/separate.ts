import type { Doc, JsonObject, Leg, Query, Retriever } from '../../contract.ts';
import { type FusedRetriever, isFused } from '../../fusion/fused-retriever.ts';
import { indexPlugin } from '../index-plugin.ts';
import { mergeFacts, requireVisible, type ScopedRetriever, type StoreRequest } from './scoped.ts';
import { visibility } from './visible.ts';

/** Queries at once: another query may be of another store, and only one is open. */
const ONE_STORE = 1;

/** The store of one scope that is open now. */
interface Store {
	readonly key: string;
	readonly ids: ReadonlySet<string> | undefined;
	readonly retriever: Retriever;
}

/** Index facts of one retriever, or one leg, by store. */
interface StoreRecord {
	readonly bytes: Map<string, number>;
	readonly facts: Map<string, JsonObject>;
	readonly uncovered: Set<string>;
}

/**
 * Every scope is a store of its own, indexed alone and one at a time: memory holds one scope's index. Seconds and bytes
 * are summed over stores. Whatever the stores can share (an embedding model) is opened once and closed with this.
 */
export async function indexSeparately({ plugin, dataset, options, context }: StoreRequest): Promise<Retriever> {
	const shared = new Map<string, Promise<{ close?(): void }>>();
	const own = {
		...context,
		progress: { start: () => ({ advance() {}, stop() {} }) },
		note: once(context.note),
		shared,
	};
	const visible = visibility(dataset);
	let seconds = 0;
	let open: Store | undefined;
	const records = new Map<string, StoreRecord>();

	async function at(query: Query): Promise<Store> {
		const { key, docs } = visible(query);
		if (open?.key === key) return open;
		leave();
		const started = performance.now();
		const retriever = await indexPlugin(plugin, docs ?? dataset.corpus, options, own);
		seconds += (performance.now() - started) / 1000;
		open = { key, ids: docs && new Set(docs.map(({ id }) => id)), retriever };
		return open;
	}

	/** Legs that are open in the store that is open. */
	let legs = new Map<string, Retriever>();
	async function legAt(name: string, query: Query): Promise<Retriever> {
		const { retriever } = await at(query);
		const known = legs.get(name);
		if (known !== undefined) return known;
		const leg = (retriever as FusedRetriever).legs.find((candidate) => candidate.name === name) as Leg;
		const started = performance.now();
		const opened = await leg.open();
		seconds += (performance.now() - started) / 1000;
		legs.set(name, opened);
		return opened;
	}

	function leave(): void {
		if (open === undefined) return;
		const { key, retriever, ids } = open;
		for (const [name, leg] of legs) {
			note(name, key, leg, ids);
			leg.close?.();
		}
		if (!isFused(retriever)) note('', key, retriever, ids);
		retriever.close?.();
		legs = new Map();
		open = undefined;
	}

	function recordOf(name: string): StoreRecord {
		let record = records.get(name);
		if (record === undefined) {
			record = { bytes: new Map(), facts: new Map(), uncovered: new Set() };
			records.set(name, record);
		}
		return record;
	}

	function note(name: string, key: string, retriever: Retriever, ids: Store['ids']): void {
		const record = recordOf(name);
		record.bytes.set(key, retriever.indexSizeBytes?.() ?? 0);
		if (retriever.facts !== undefined) record.facts.set(key, retriever.facts());
		const { covers } = retriever;
		if (covers === undefined) return;
		for (const { id } of dataset.corpus as readonly Doc[])
			if ((ids?.has(id) ?? true) && !covers(id)) record.uncovered.add(id);
	}

	/** The open store counts too. */
	function upToDate(name: string): StoreRecord {
		const now = name === '' ? open?.retriever : legs.get(name);
		if (open !== undefined && now !== undefined) note(name, open.key, now, open.ids);
		return recordOf(name);
	}

	const bookkeeping = (name: string): Pick<Retriever, 'indexSizeBytes' | 'facts'> => ({
		indexSizeBytes: () => [...upToDate(name).bytes.values()].reduce((sum, bytes) => sum + bytes, 0),
		facts: () => {
			const { facts } = upToDate(name);
			return { stores: upToDate(name).bytes.size, ...mergeFacts([...facts.values()]) };
		},
	});

	const first = await at(dataset.queries[0] ?? { id: '', text: '', stratum: '' });
	const close = (): void => {
		leave();
		for (const resource of shared.values()) void resource.then((opened) => opened.close?.());
	};
	const indexSeconds = (): number => seconds;

	if (!isFused(first.retriever)) {
		const name = plugin.name;
		const single: ScopedRetriever = {
			concurrency: ONE_STORE,
			async prepare(query) {
				await at(query);
			},
			async retrieve(query, depth, retrieving) {
				const { retriever, ids } = await at(query);
				const ranking = await retriever.retrieve(query, depth, retrieving);
				requireVisible(ranking, ids, name, query);
				return ranking;
			},
			...bookkeeping(''),
			indexSeconds,
			close,
		};
		return single;
	}

	const { pipeline, legs: templates, openScorer } = first.retriever;
	const scopedLeg = (leg: Leg): Leg => ({
		...leg,
		async open() {
			const covered = (docId: string): boolean => !upToDate(leg.name).uncovered.has(docId);
			const scoped: ScopedRetriever = {
				concurrency: ONE_STORE,
				async prepare(query) {
					await legAt(leg.name, query);
				},
				indexSeconds,
				async retrieve(query, depth, retrieving) {
					const opened = await legAt(leg.name, query);
					const ranking = await opened.retrieve(query, depth, retrieving);
					requireVisible(ranking, open?.ids, leg.name, query);
					return ranking;
				},
				...bookkeeping(leg.name),
				// Only the store of a document can say that it lacks it.
				covers: covered,
			};
			return scoped;
		},
	});
	const fused: ScopedRetriever & FusedRetriever = {
		concurrency: ONE_STORE,
		legs: templates.map(scopedLeg),
		pipeline,
		// A model knows no store.
		...(openScorer === undefined ? {} : { openScorer }),
		async prepare(query: Query) {
			for (const { name } of templates) await legAt(name, query);
		},
		async retrieve(query, depth, retrieving) {
			const { retriever } = await at(query);
			return retriever.retrieve(query, depth, retrieving);
		},
		indexSeconds,
		close,
	};
	return fused;
}

/** The same remark of every store is said once. */
function once(note: (message: string) => void): (message: string) => void {
	const said = new Set<string>();
	return (message) => {
		// Counts differ from store to store; the remark is the same.
		const kind = message.replace(/\d[\d,.]*/g, '#');
		if (said.has(kind)) return;
		said.add(kind);
		note(message);
	};
}
