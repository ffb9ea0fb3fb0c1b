import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Dataset, Doc, IndexContext, Query, RetrieverPlugin, ScopePolicy } from '../../contract.ts';
import { exportDataset } from '../../datasets/export.ts';
import { findFormat } from '../../datasets/formats/index.ts';
import { loadDataset } from '../../datasets/load.ts';
import { parseMetrics } from '../../metrics/index.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { runExperiment } from '../experiment.ts';
import { deterministicFiles } from '../folder/write.ts';
import { mergeFacts } from './scoped.ts';
import { inStoreOrder, visibility } from './visible.ts';

const folder = temporaryFolder({});
afterAll(() => folder.dispose());

const doc = (id: string, scopes?: readonly string[], day?: number): Doc => ({
	...{ id, content: id, tags: [], expandedKeywords: [], importance: 0.5, sensitive: false, metadata: {} },
	...(scopes === undefined ? {} : { scopes }),
	...(day === undefined ? {} : { createdAt: new Date(Date.UTC(2024, 0, day)) }),
});
const corpus = [doc('a1', ['a'], 1), doc('a2', ['a'], 5), doc('b1', ['b'], 2), doc('ab', ['a', 'b'], 3), doc('all')];
const query = (id: string, scope?: string, day?: number): Query => ({
	...{ id, text: id, stratum: 's' },
	...(scope === undefined ? {} : { scope }),
	...(day === undefined ? {} : { askedAt: new Date(Date.UTC(2024, 0, day)) }),
});
const queries = [query('1', 'a'), query('2', 'b'), query('3', 'a'), query('4')];
const datasetOf = (scopes: ScopePolicy | undefined, asked = queries): Dataset => ({
	...{ name: 'small', directory: folder.path, corpus, queries: asked, fingerprint: '0' },
	qrels: new Map(asked.map(({ id }) => [id, new Map([['ab', 1]])])),
	...{ sensitivePolicy: 'leave-out', sensitiveLeftOut: 0 },
	...(scopes === undefined ? {} : { scopes }),
});
const context: IndexContext = {
	...{ datasetDirectory: folder.path, cacheDirectory: folder.path, queryCache: true, seed: 1 },
	progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
	note: () => undefined,
};

/** Returns its documents in corpus order, and remembers what it was given. */
function watched(more: object = {}) {
	const indexed: string[] = [];
	const asked: string[] = [];
	const plugin: RetrieverPlugin = {
		...{ name: 'watched', summary: '', options: {} },
		index: (docs) => {
			indexed.push(docs.map(({ id }) => id).join());
			return {
				retrieve: ({ id, scope }, depth) => {
					asked.push(`${id}:${scope ?? ''}:${depth}`);
					return docs.slice(0, depth).map(({ id: docId }, i) => ({ docId, score: -i }));
				},
				indexSizeBytes: () => docs.length,
				...more,
			};
		},
	};
	return { indexed, asked, system: { name: 'watched', plugin, options: {} } };
}
const metrics = parseMetrics('recall@5');

describe('scopes', () => {
	it('separate: a store each, opened once, queries of one scope together, results in the order of the queries', async () => {
		const { indexed, system } = watched();
		const run = await runExperiment({
			dataset: datasetOf({ mode: 'separate', as_of: false }),
			system,
			metrics,
			depth: 5,
			context,
		});
		expect(indexed).toEqual(['a1,a2,ab,all', 'b1,ab,all', 'a1,a2,b1,ab,all']);
		expect(run.rankings.map(({ docs }) => Array.from(docs, (i) => corpus[i]?.id).join())).toEqual([
			'a1,a2,ab,all',
			'b1,ab,all',
			'a1,a2,ab,all',
			'a1,a2,b1,ab,all',
		]);
		expect(run.timings.indexBytes).toBe(12);
		expect(run.facts).toMatchObject({ stores: 3 });
		expect(run.scores.map(({ scope }) => scope)).toEqual(['a', 'b', 'a', undefined]);
		const lines = deterministicFiles(run)['scores.jsonl']?.split('\n') ?? [];
		expect(lines[1]).toContain('"scope":"b"');
		expect(lines[3]).not.toContain('scope');
	});

	it('filtered: one index, asked deeper until the depth is filled, and counted', async () => {
		const { indexed, asked, system } = watched();
		const dataset = datasetOf({ mode: 'filtered', as_of: false });
		const run = await runExperiment({ dataset, system, metrics, depth: 2, context });
		expect(indexed).toEqual(['a1,a2,b1,ab,all']);
		expect(run.rankings.map(({ docs }) => Array.from(docs, (i) => corpus[i]?.id).join())).toEqual([
			'a1,a2',
			'b1,ab',
			'a1,a2',
			'a1,a2',
		]);
		expect(asked).toContain('2:b:5');
		expect(run.facts).toEqual({ scope_filter: { asked_deeper: 1, deepest: 5 } });
		const own = watched({ filtersScope: true });
		const filtering = await runExperiment({ dataset, system: own.system, metrics, depth: 2, context });
		expect(own.asked.every((line) => line.endsWith(':2'))).toBe(true);
		expect(filtering.facts).toEqual({ scope_filter: 'own' });
		const byDate = datasetOf({ mode: 'filtered', as_of: true });
		const dated = await runExperiment({ dataset: byDate, system: own.system, metrics, depth: 2, context });
		expect(dated.facts).toMatchObject({ scope_filter: { deepest: 5 } });
	});

	it('separate: queries asked at once still open each store once', async () => {
		const { indexed, system } = watched();
		const dataset = datasetOf({ mode: 'separate', as_of: false });
		const run = await runExperiment({ dataset, system, metrics, depth: 5, context, policy: { concurrency: 4 } });
		expect(indexed).toHaveLength(3);
		expect(run.timings.concurrency).toBeUndefined();
	});

	it('separate: a run that goes on tells the same of its stores; another way to see scopes is another run', async () => {
		const request = { metrics, depth: 5, context, journal: 'resume' } as const;
		const failing = watched({
			retrieve: ({ id }: Query) => {
				if (id === '4') throw new Error('out of credit');
				return [{ docId: 'all', score: 1 }];
			},
		});
		const dataset = datasetOf({ mode: 'separate', as_of: false });
		const stop = () => runExperiment({ ...request, dataset, system: failing.system, policy: { retries: 0 } });
		await expect(stop()).rejects.toMatchObject({ hint: expect.stringContaining('3 of 4 queries are kept') });
		for (const policy of [{ mode: 'separate', as_of: true }, { mode: 'filtered', as_of: false }, undefined] as const) {
			const other = await runExperiment({ ...request, dataset: datasetOf(policy), system: watched().system });
			expect(other.timings.resumedQueries).toBeUndefined();
		}
		const rest = watched({ retrieve: () => [{ docId: 'all', score: 1 }] });
		const resumed = await runExperiment({ ...request, dataset, system: rest.system });
		expect(resumed.timings.resumedQueries).toBe(3);
		const { journal: _, ...once } = request;
		const whole = await runExperiment({ ...once, dataset, system: rest.system });
		expect(resumed.facts).toEqual(whole.facts);
		expect(resumed.rankings).toEqual(whole.rankings);
		expect(resumed.timings.indexBytes).toBe(whole.timings.indexBytes);
	});

	it('filtered and as of: a run that goes on says the same of what it asked deeper for', async () => {
		const dated = queries.map((one, i) => ({ ...one, askedAt: new Date(Date.UTC(2024, 0, 1 + i)) }));
		for (const policy of [
			{ mode: 'filtered', as_of: false },
			{ mode: 'filtered', as_of: true },
			{ mode: 'shared', as_of: true },
		] as const) {
			const dataset = datasetOf(policy, dated);
			const request = { dataset, metrics, depth: 2, context, journal: 'resume' } as const;
			let broken = true;
			const { system } = watched({
				retrieve: ({ id }: Query, depth: number) => {
					if (broken && id === '4') throw new Error('out of credit');
					return corpus.slice(0, depth).map(({ id: docId }, i) => ({ docId, score: -i }));
				},
			});
			const run = () => runExperiment({ ...request, system, policy: { retries: 0 } });
			await expect(run()).rejects.toMatchObject({ hint: expect.stringContaining('3 of 4 queries are kept') });
			broken = false;
			const resumed = await run();
			expect(resumed.timings.resumedQueries).toBe(3);
			const { journal: _, ...once } = request;
			const whole = await runExperiment({ ...once, system });
			expect(resumed.facts).toEqual(whole.facts);
			expect(resumed.rankings).toEqual(whole.rankings);
			if (!policy.as_of) continue;
			for (const [i, { docs }] of resumed.rankings.entries())
				for (const docIndex of docs)
					expect(corpus[docIndex]?.createdAt?.getTime() ?? 0).toBeLessThanOrEqual(dated[i]?.askedAt.getTime() ?? 0);
		}
	});

	it('a retriever that returns what it was not given is an error', async () => {
		const { system } = watched({ retrieve: () => [{ docId: 'b1', score: 1 }] });
		const dataset = datasetOf({ mode: 'separate', as_of: false });
		await expect(
			runExperiment({ dataset, system, metrics, depth: 2, context, policy: { maxFailures: 9 } }),
		).rejects.toThrow('watched returned document b1, which is outside the store of query 1');
	});

	it('as of the query, newer documents are not there', () => {
		const at = (scopes: ScopePolicy, asked: Query) =>
			visibility(datasetOf(scopes))(asked)
				.docs?.map(({ id }) => id)
				.join();
		expect(at({ mode: 'separate', as_of: true }, query('1', 'a', 3))).toBe('a1,ab,all');
		expect(at({ mode: 'shared', as_of: true }, query('1', 'a', 2))).toBe('a1,b1,all');
		expect(at({ mode: 'shared', as_of: false }, query('1', 'a', 2))).toBeUndefined();
	});

	it('stores are visited one after the other', () => {
		expect(inStoreOrder(datasetOf({ mode: 'separate', as_of: false }))).toEqual([0, 2, 1, 3]);
		expect(inStoreOrder(datasetOf(undefined))).toEqual([0, 1, 2, 3]);
	});

	it('facts are as they are where all stores agree, else summed', () => {
		expect(
			mergeFacts([
				{ m: 'x', n: 2 },
				{ m: 'x', n: 5 },
			]),
		).toEqual({ m: 'x', n: { sum: 7, min: 2, max: 5 } });
	});
});

describe('scopes in files', () => {
	const load = (files: Record<string, string>, options = {}) => {
		const data = temporaryFolder(files);
		return loadDataset(data.path, options).finally(() => data.dispose());
	};
	const files = {
		'corpus.jsonl':
			'{"id":1,"content":"x","scope":"a"}\n{"id":2,"content":"y","scope":["a","b"]}\n{"id":3,"content":"z"}\n',
		'queries.jsonl':
			'{"query_id":"q","text":"x","stratum":"s","scope":"b","asked_at":"2024-05-01","filter":["work"]}\n',
		'qrels.jsonl': '{"query_id":"q","relevant_ids":[2,3]}\n',
	};

	it('are read, and separate by default', async () => {
		const dataset = await load(files);
		expect(dataset.scopes).toEqual({ mode: 'separate', as_of: false });
		expect(dataset.corpus.map(({ scopes }) => scopes)).toEqual([['a'], ['a', 'b'], undefined]);
		expect(dataset.queries[0]).toMatchObject({ scope: 'b', askedAt: new Date('2024-05-01') });
		expect(dataset.corpus[0]?.metadata).toEqual({});
	});

	it.each([
		[
			{ 'qrels.jsonl': '{"query_id":"q","relevant_ids":[1]}\n' },
			'qrels.jsonl:1: relevant document "1" is outside the scope "b" of query "q"',
		],
		[{ 'corpus.jsonl': '{"id":1,"content":"x","scope":""}\n' }, 'corpus.jsonl:1: scope must be'],
		[
			{ 'queries.jsonl': '{"query_id":"q","text":"x","stratum":"s","asked_at":"May"}\n' },
			'queries.jsonl:1: asked_at must be',
		],
	])('that can not be are errors with file and line (%#)', async (changed, message) => {
		await expect(load({ ...files, ...changed })).rejects.toThrow(message);
	});

	it('go into a side file of an export', async () => {
		const data = temporaryFolder(files);
		for (const format of ['beir', 'trec']) {
			const { files: written } = await exportDataset(
				data.path,
				findFormat(format),
				`${data.path}/${format}`,
				'leave-out',
			);
			expect(written).toContain('scopes.jsonl');
			expect(readFileSync(`${data.path}/${format}/scopes.jsonl`, 'utf8')).toBe(
				'{"doc":"1","scope":["a"]}\n{"doc":"2","scope":["a","b"]}\n{"query":"q","scope":"b","asked_at":"2024-05-01T00:00:00.000Z","filter":["work"]}\n',
			);
		}
		data.dispose();
	});

	it('--scopes and --as-of need something to go by', async () => {
		const plain = { ...files, 'queries.jsonl': '{"query_id":"q","text":"x","stratum":"s"}\n' };
		await expect(load(plain, { scopes: 'filtered' })).rejects.toThrow('--scopes filtered: no query');
		await expect(load(plain, { asOf: true })).rejects.toThrow('--as-of: no query');
		expect((await load(plain)).scopes).toBeUndefined();
	});
});
