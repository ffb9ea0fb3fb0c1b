import type { Asked, Reply } from './service.ts';

// Small engines that speak the documented requests and answers of search services, and refuse anything else. They rank
// by shared words or by cosine, so that a ranking which came through is known to have been asked for.

interface Stored {
	readonly id: string;
	readonly content: string;
	readonly vector?: readonly number[];
}

const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/\w+/g) ?? []);

function byWords(store: ReadonlyMap<string, Stored>, query: string, k: number) {
	const wanted = words(query);
	return ranked(store, k, ({ content }) => [...words(content)].filter((word) => wanted.has(word)).length);
}

function byVector(store: ReadonlyMap<string, Stored>, query: readonly number[], k: number) {
	return ranked(store, k, ({ vector = [] }) => vector.reduce((sum, x, i) => sum + x * (query[i] ?? Number.NaN), 0));
}

function ranked(store: ReadonlyMap<string, Stored>, k: number, scoreOf: (stored: Stored) => number) {
	return [...store.values()]
		.map((stored) => ({ stored, score: scoreOf(stored) }))
		.filter(({ score }) => score > 0)
		.sort((x, y) => y.score - x.score)
		.slice(0, k);
}

const BAD: Reply = { status: 400, body: { error: 'not of the documented form' } };

/** `POST /search {"query", "k"}`, `POST /docs {"docs": [...]}`, `DELETE /docs`. */
export function jsonEngine(): (asked: Asked) => Reply {
	const store = new Map<string, Stored>();
	return ({ method, path, body }) => {
		if (method === 'GET' && path === '/health') return {};
		if (method === 'DELETE' && path === '/docs') store.clear();
		if (method === 'POST' && path === '/docs') {
			for (const doc of JSON.parse(body).docs as Stored[]) store.set(doc.id, doc);
			return { body: { stored: store.size } };
		}
		if (method === 'DELETE') return {};
		if (method !== 'POST' || path !== '/search') return { status: 404, body: { error: `no ${path}` } };
		const { query, k } = JSON.parse(body);
		return { body: { hits: byWords(store, query, k).map(({ stored, score }) => ({ id: stored.id, score })) } };
	};
}

/** Elasticsearch and OpenSearch: `_bulk`, `_refresh`, `_search` with match, knn (in both dialects) and rrf. */
export function luceneEngine(): (asked: Asked) => Reply {
	const store = new Map<string, Stored>();
	let made = false;
	let refreshed = false;
	return ({ method, path, body }) => {
		if (path === '/' && method === 'GET') return { body: { version: { number: '3.0' } } };
		if (path === '/recall-bench' && method === 'DELETE')
			return made ? {} : { status: 404, body: { error: 'index_not_found' } };
		if (path === '/recall-bench' && method === 'PUT') {
			made = JSON.parse(body).mappings.properties.content.type === 'text';
			return {};
		}
		if (path === '/_bulk') {
			const lines = body.split('\n');
			if (!made || lines.pop() !== '') return BAD;
			const rows = lines.map((line) => JSON.parse(line));
			for (let i = 0; i < rows.length; i += 2) {
				const id = rows[i].index._id as string;
				store.set(id, { id, ...rows[i + 1] });
			}
			return { body: { errors: false, items: rows.length / 2 } };
		}
		if (path === '/recall-bench/_refresh') {
			refreshed = true;
			return {};
		}
		if (path !== '/recall-bench/_search' || !refreshed) return BAD;
		const hits = luceneSearch(store, JSON.parse(body));
		if (hits === undefined) return BAD;
		return { body: { hits: { hits: hits.map(({ stored, score }) => ({ _id: stored.id, _score: score })) } } };
	};
}

// biome-ignore lint/suspicious/noExplicitAny: a query of any shape, of which the documented ones are read
function luceneSearch(store: ReadonlyMap<string, Stored>, { size, query, knn, retriever }: any) {
	if (retriever?.rrf !== undefined) {
		const { retrievers, rank_constant: constant, rank_window_size: window } = retriever.rrf;
		const [text, vector] = retrievers;
		const lists = [
			byWords(store, text.standard.query.match.content, window),
			byVector(store, vector.knn.query_vector, vector.knn.k),
		];
		return ranked(store, size, (stored) =>
			lists.reduce((sum, list) => {
				const rank = list.findIndex((hit) => hit.stored === stored);
				return rank < 0 ? sum : sum + 1 / (constant + rank + 1);
			}, 0),
		);
	}
	if (knn?.field === 'vector' && knn.num_candidates >= knn.k)
		return byVector(store, knn.query_vector, knn.k).slice(0, size);
	if (query?.knn?.vector !== undefined)
		return byVector(store, query.knn.vector.vector, query.knn.vector.k).slice(0, size);
	return query?.match?.content === undefined ? undefined : byWords(store, query.match.content, size);
}

/** Qdrant: a collection, points with whole numbers as ids, `points/query`. */
export function qdrantEngine(): (asked: Asked) => Reply {
	const store = new Map<string, Stored>();
	let size = 0;
	return ({ method, path, body }) => {
		const given = body === '' ? {} : JSON.parse(body);
		if (path === '/readyz') return { text: '"all shards are ready"' };
		if (path === '/collections/recall-bench' && method === 'DELETE') return { body: { result: true } };
		if (path === '/collections/recall-bench' && method === 'PUT') {
			size = given.vectors.distance === 'Cosine' ? given.vectors.size : 0;
			return { body: { result: true } };
		}
		if (path === '/collections/recall-bench/points?wait=true' && method === 'PUT') {
			for (const { id, vector, payload } of given.points) {
				if (!Number.isInteger(id) || vector.length !== size) return BAD;
				store.set(String(id), { id: payload.doc_id, content: '', vector });
			}
			return { body: { result: { status: 'completed' } } };
		}
		if (path !== '/collections/recall-bench/points/query' || given.query.length !== size) return BAD;
		const points = byVector(store, given.query, given.limit).map(({ stored, score }) => ({
			id: 1,
			score,
			payload: { doc_id: stored.id },
		}));
		return { body: { result: { points } } };
	};
}

/** Typesense: a collection, `documents/import` by JSON lines, `documents/search`. */
export function typesenseEngine(key: string): (asked: Asked) => Reply {
	const store = new Map<string, Stored>();
	return ({ method, path, body, headers }) => {
		const url = new URL(path, 'http://localhost');
		if (url.pathname === '/health') return { body: { ok: true } };
		if (headers['x-typesense-api-key'] !== key) return { status: 401, body: { message: 'Forbidden' } };
		if (url.pathname === '/collections/recall-bench' && method === 'DELETE')
			return { status: 404, body: { message: 'Not Found' } };
		if (url.pathname === '/collections' && method === 'POST')
			return JSON.parse(body).name === 'recall-bench' ? {} : BAD;
		if (url.pathname.endsWith('/documents/import')) {
			const lines = body.trim().split('\n');
			const results = lines.map((line) => {
				const doc = JSON.parse(line) as Stored;
				if (doc.content === 'refused') return { success: false, error: 'Field `content` is bad.' };
				store.set(doc.id, doc);
				return { success: true };
			});
			return { text: results.map((result) => JSON.stringify(result)).join('\n') };
		}
		const { q = '', query_by: by, per_page: k } = Object.fromEntries(url.searchParams);
		if (!url.pathname.endsWith('/documents/search') || by !== 'content' || Number(k) > 250) return BAD;
		return { body: { hits: byWords(store, q, Number(k)).map(({ stored }) => ({ document: { id: stored.id } })) } };
	};
}
