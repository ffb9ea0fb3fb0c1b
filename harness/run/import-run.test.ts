import { describe, expect, it } from 'vitest';
import type { Dataset, Ranking } from '../contract.ts';
import { parseMetrics } from '../metrics/index.ts';
import { type ForeignRun, importRun } from './import-run.ts';
import { datasetOfQrels } from './qrels-dataset.ts';

const qrels = new Map([
	['q1', new Map([['a', 1]])],
	['q2', new Map([['b', 2]])],
	['q3', new Map([['c', 0]])],
]);
const ranked = (...docIds: string[]): Ranking => docIds.map((docId) => ({ docId, score: 1 }));
const run: ForeignRun = {
	path: 'x.trec',
	name: 'x',
	rankings: new Map([
		['q1', ranked('z', 'a', 'b')],
		['elsewhere', ranked('a')],
	]),
	facts: { tag: 'x' },
};
const dataset = datasetOfQrels('some/qrels.txt', qrels, run.rankings);
const options = { metrics: parseMetrics('MRR,recall@1'), depth: undefined, seed: 1 };

describe('importRun', () => {
	it('keeps the order of the run, ties and all', () => {
		const { record, unanswered, unknownQueries } = importRun(run, dataset, options);
		expect(record.scores.map(({ queryId, metrics }) => [queryId, metrics])).toEqual([
			['q1', { MRR: 0.5, 'recall@1': 0 }],
			['q2', { MRR: 0, 'recall@1': 0 }],
			['q3', undefined],
		]);
		expect(record.summary.overall).toMatchObject({ n: 2, unscored: 1, metrics: { MRR: 0.25 } });
		expect(record).toMatchObject({ depth: 3, facts: { tag: 'x' }, system: { name: 'x' } });
		expect([unanswered, unknownQueries]).toEqual([2, 1]);
	});

	it('cuts to a depth', () => {
		const { record } = importRun(run, dataset, { ...options, depth: 1 });
		expect(record.summary.overall.metrics.MRR).toBe(0);
		expect(record.depth).toBe(1);
	});

	it('refuses a run of other queries or documents', () => {
		const other = { ...run, rankings: new Map([['q9', ranked('a')]]) };
		expect(() => importRun(other, dataset, options)).toThrow('no query of x.trec is in qrels.txt');
		const odd = { ...run, rankings: new Map([['q1', ranked('nowhere')]]) };
		expect(() => importRun(odd, dataset, options)).toThrow('x.trec has document nowhere (query q1)');
	});
});

describe('a run from elsewhere on a dataset with scopes', () => {
	const scoped: Dataset = {
		...dataset,
		corpus: dataset.corpus.map((doc) => (doc.id === 'z' ? { ...doc, scopes: ['other'] } : doc)),
		queries: dataset.queries.map((query) => ({ ...query, scope: 'own' })),
		scopes: { mode: 'separate', as_of: false },
	};

	it('may rank no document of another store', () => {
		expect(() => importRun({ ...run, lineOf: () => 7 }, scoped, options)).toThrow(
			'x.trec:7: document z is not in the store of query q1',
		);
		const shared: Dataset = { ...scoped, scopes: { mode: 'shared', as_of: false } };
		expect(importRun(run, shared, options).record.summary.overall.metrics.MRR).toBe(0.25);
	});

	it('nor one that is newer than the query, where that counts', () => {
		const [newer, older] = [new Date('2024-05-02'), new Date('2024-05-01')];
		const dated: Dataset = {
			...dataset,
			corpus: dataset.corpus.map((doc) => ({ ...doc, createdAt: doc.id === 'z' ? newer : older })),
			queries: dataset.queries.map((query) => ({ ...query, askedAt: older })),
			scopes: { mode: 'shared', as_of: true },
		};
		expect(() => importRun(run, dated, options)).toThrow('x.trec: document z is not in the store of query q1');
	});
});

describe('datasetOfQrels', () => {
	it('is known by its judgments, whatever their order and whatever the run', () => {
		const turned = new Map([...qrels].reverse());
		expect(datasetOfQrels('else', turned, new Map()).fingerprint).toBe(dataset.fingerprint);
		const changed = new Map([...qrels, ['q1', new Map([['a', 2]])]]);
		expect(datasetOfQrels('else', changed, run.rankings).fingerprint).not.toBe(dataset.fingerprint);
	});
});
