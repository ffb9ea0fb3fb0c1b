import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Dataset, Query, Retriever, ScopeMode } from '../../harness/contract.ts';
import type { Settings } from '../../harness/options.ts';
import { indexDataset } from '../../harness/run/index-dataset.ts';
import { resolveSystem } from '../resolve-system.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { startMcpService } from './testing/mcp-service.ts';
import { type Asked, type Reply, startService } from './testing/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'scopes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CORPUS = [
	docOf('1', 'the blue ledger of ann', 0.5, { scopes: ['ann'] }),
	docOf('2', 'the blue ledger of bob', 0.5, { scopes: ['bob'] }),
	docOf('3', 'a blue door for both', 0.5, { scopes: ['ann', 'bob'] }),
	docOf('4', 'the sky is blue for everyone', 0.5),
];
const query = (id: string, scope?: string): Query => ({
	id,
	text: 'blue ledger',
	stratum: 's',
	...(scope === undefined ? {} : { scope }),
});
const QUERIES = [query('q1', 'ann'), query('q2', 'bob')];

async function open(retriever: string, settings: Settings, mode: ScopeMode, corpus = CORPUS): Promise<Retriever> {
	const { plugin, options } = await resolveSystem({ retriever, settings });
	const dataset: Dataset = {
		...{ name: 'scopes', directory: folder, corpus, queries: QUERIES, qrels: new Map() },
		...{ fingerprint: '', sensitivePolicy: 'leave-out', sensitiveLeftOut: 0, scopes: { mode, as_of: false } },
	};
	return indexDataset(plugin, dataset, options, { ...quietContext(folder), scopes: mode });
}
const ask = async (retriever: Retriever, asked: Query, depth = 9) =>
	(await retriever.retrieve(asked, depth, quietQuery())).map(({ docId }) => docId).sort();

/** `POST /<user>/docs`, `POST /<user>/search`, `DELETE /<user>`; and `POST /all/search` with a filter on `scopes`. */
function userEngine() {
	const stores = new Map<string, Map<string, { text: string; scopes: readonly string[] }>>();
	return ({ method, path, body }: Asked): Reply => {
		const [, user = '', what] = path.split('/');
		if (method === 'DELETE') stores.delete(user);
		const store = stores.get(user) ?? new Map();
		stores.set(user, store);
		if (method === 'DELETE') return {};
		const given = JSON.parse(body);
		if (what === 'docs') for (const { id, text, scopes } of given) store.set(id, { text, scopes });
		const found = [...store].filter(([, { scopes }]) => given.in === undefined || scopes.includes(given.in));
		return { body: { hits: found.map(([id]) => id) } };
	};
}

const DOCS = '[{{#docs,}}{"id": "{{id}}", "text": "{{content}}", "scopes": {{scopes}}}{{/docs}}]';
const A_STORE_EACH = {
	...{ add: 'POST:/{{scope}}/docs', add_body: DOCS, reset: 'DELETE:/{{scope}}', search: 'POST:/{{scope}}/search' },
	...{ hits: 'hits[]', batch: '2' },
};
const A_FILTER = {
	...{ add: 'POST:/all/docs', add_body: DOCS, reset: 'DELETE:/all', search: 'POST:/all/search', hits: 'hits[]' },
	body: '{"q": "{{query}}", "in": "{{scope}}"}',
};

describe('a service that is asked within a scope', async () => {
	const service = await startService(userEngine());
	afterAll(() => service.close());

	it.each([
		['a store of each scope', A_STORE_EACH],
		['one store and a filter', A_FILTER],
	])('%s: a query finds what its scope has, and nothing is asked twice', async (_name, settings) => {
		const before = service.asked.length;
		const retriever = await open(service.address, settings, 'filtered');
		expect(await ask(retriever, QUERIES[0] as Query)).toEqual(['1', '3', '4']);
		expect(await ask(retriever, QUERIES[1] as Query)).toEqual(['2', '3', '4']);
		expect(await ask(retriever, QUERIES[1] as Query, 2)).toHaveLength(2);
		const searches = service.asked.slice(before).filter(({ path }) => path.endsWith('/search'));
		expect(searches).toHaveLength(3);
		expect(retriever.facts?.()).toMatchObject({ scope_filter: 'own', asks_by_scope: true });
		retriever.close?.();
	});

	it('each scope by itself too', async () => {
		const retriever = await open(service.address, A_STORE_EACH, 'separate');
		expect(await ask(retriever, QUERIES[1] as Query)).toEqual(['2', '3', '4']);
		retriever.close?.();
	});

	it('is refused where it would measure another thing', async () => {
		await expect(open(service.address, A_FILTER, 'shared')).rejects.toThrow('--scopes shared makes one store');
		const retriever = await open(service.address, A_FILTER, 'filtered');
		await expect(ask(retriever, query('q3'))).rejects.toThrow('query q3 has no scope');
		const stored = await open(service.address, A_STORE_EACH, 'filtered');
		await expect(ask(stored, query('q4', 'eve'))).rejects.toThrow('nothing was stored under it');
		const plain = [docOf('1', 'blue'), docOf('2', 'ledger')];
		await expect(open(service.address, A_STORE_EACH, 'filtered', plain)).rejects.toThrow('no document of this corpus');
	});
});

describe('a memory server that is asked within a scope', async () => {
	const service = await startMcpService();
	afterAll(() => service.close());
	const path = join(folder, 'recipe.json');
	writeFileSync(
		path,
		JSON.stringify({
			setup: [{ tool: 'clear', arguments: {} }],
			store: { tool: 'remember', arguments: { text: '{{content}}', user: '{{scope}}' }, answer: { id: 'id' } },
			search: {
				tool: 'recall',
				arguments: { query: '{{query}}', limit: '{{k}}', user: '{{scope}}' },
				answer: { id: 'found[].id', score: '-found[].distance' },
			},
		}),
	);

	it.each(['filtered', 'separate'] as const)('--scopes %s', async (mode) => {
		const retriever = await open(`mcp:${service.address}/mcp`, { recipe: path }, mode);
		expect(await ask(retriever, QUERIES[0] as Query)).toEqual(['1', '3', '4']);
		expect(await ask(retriever, QUERIES[1] as Query)).toEqual(['2', '3', '4']);
		expect(retriever.facts?.()).toMatchObject({ asks_by_scope: true });
		retriever.close?.();
	});
});
