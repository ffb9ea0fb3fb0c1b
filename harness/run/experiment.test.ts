import { describe, expect, it } from 'vitest';
import type { Dataset, IndexContext, Leg, Retriever, RetrieverPlugin } from '../contract.ts';
import type { FusedRetriever } from '../fusion/fused-retriever.ts';
import { rrf } from '../fusion/rrf.ts';
import { defaultsOf } from '../options.ts';
import { runExperiment } from './experiment.ts';

const dataset: Dataset = {
	name: 'household',
	directory: '.',
	corpus: [
		{ id: '1', content: 'a whippet', tags: [], expandedKeywords: [], importance: 0, sensitive: false, metadata: {} },
	],
	queries: [{ id: 'q', text: 'whippet', stratum: 's' }],
	qrels: new Map([['q', new Map([['1', 1]])]]),
	fingerprint: '0',
	sensitivePolicy: 'leave-out',
	sensitiveLeftOut: 0,
};
const context: IndexContext = {
	datasetDirectory: '.',
	cacheDirectory: '.',
	queryCache: true,
	seed: 1,
	progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
	note: () => undefined,
};

describe('runExperiment', () => {
	it('closes the legs that opened, late ones too, and the system, where another leg fails to open', async () => {
		const closed: string[] = [];
		const leg = (name: string, open: () => Promise<Retriever>): Leg => ({
			name,
			stage: name,
			plugin: name,
			options: {},
			depth: 10,
			seededBy: [],
			open,
		});
		const retriever = (name: string): Retriever => ({ retrieve: () => [], close: () => closed.push(name) });
		const fused: FusedRetriever = {
			legs: [
				leg('early', async () => retriever('early')),
				leg('broken', async () => Promise.reject(new Error('no such table'))),
				leg('late', () => new Promise((resolve) => setImmediate(() => resolve(retriever('late'))))),
			],
			pipeline: {
				legs: ['early', 'broken', 'late'].map((name) => ({ name, weight: 1, depth: 10, exclude: [] })),
				fusion: rrf,
				fusionOptions: defaultsOf(rrf.options),
				stages: [],
			},
			retrieve: () => [],
			close: () => closed.push('system'),
		};
		const plugin: RetrieverPlugin = { name: 'three', summary: '', options: {}, index: () => fused };
		const system = { name: 'three', plugin, options: {} };
		await expect(runExperiment({ dataset, system, metrics: [], depth: 10, context })).rejects.toThrow('no such table');
		expect(closed).toEqual(['early', 'late', 'system']);
	});
});
