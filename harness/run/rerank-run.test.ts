import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dataset, Doc, IndexContext, Query } from '../contract.ts';
import type { FusedRetriever } from '../fusion/fused-retriever.ts';
import { findFusion } from '../fusion/index.ts';
import type { PairScore } from '../fusion/pair-scores.ts';
import { resolveFusionOptions, resolveStage } from '../fusion/resolve.ts';
import { findStage } from '../fusion/stages/index.ts';
import { idleStages } from '../legs/audit/index.ts';
import { readKeptRun } from '../losses/kept-run.ts';
import { lossesOf } from '../losses/losses.ts';
import { parseMetrics } from '../metrics/index.ts';
import type { System } from './experiment.ts';
import { runExperiment } from './experiment.ts';
import { readRun } from './folder/read.ts';
import { missedBudget } from './folder/rerank-facts.ts';
import { writeRun } from './folder/write.ts';
import { keepLegs } from './keep-legs.ts';
import { rerankReach } from './rerank-reach.ts';

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'rerank-run-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const doc = (id: string, sensitive = false): Doc => ({
	...{ id, content: `SECRETTEXT ${id}`, sensitive, tags: [], expandedKeywords: [], importance: 0, metadata: {} },
});
const query = (id: string): Query => ({ id, text: `SECRETQUERY ${id}`, stratum: 's' });
const dataset: Dataset = {
	name: 'small',
	directory: '.',
	corpus: [doc('a'), doc('b'), doc('c', true), doc('d'), doc('e')],
	queries: [query('q0'), query('q1'), query('q2')],
	qrels: new Map(['q0', 'q1', 'q2'].map((id) => [id, new Map([['d', 1]])])),
	fingerprint: '0',
	sensitivePolicy: 'lexical-only',
	sensitiveLeftOut: 0,
};

/** What a model said of each document, and how long it took: 1 ms a pair, for q1 100. */
const SCORES: Readonly<Record<string, number>> = { a: 0, b: 1, d: 3, e: 9 };

/** One leg that returns the corpus in its order, and a reranker whose scores are known. */
function systemOf(options: { readonly top?: number; readonly deadline_ms?: number }): System & {
	readonly asked: string[];
	fails: boolean;
} {
	const asked: string[] = [];
	const rrf = findFusion('rrf');
	const system = {
		name: 'reranked',
		asked,
		fails: false,
		options: {},
		plugin: {
			name: 'reranked',
			summary: '',
			options: {},
			keepsSensitiveLocal: true,
			index: (): FusedRetriever => ({
				legs: [
					{
						...{ name: 'x', stage: 'x', plugin: 'x', options: {}, depth: 5, seededBy: [] },
						open: async () => ({
							retrieve: (asking) => {
								if (system.fails && asking.id === 'q2') throw new Error('broken');
								return dataset.corpus.map(({ id }, rank) => ({ docId: id, score: 5 - rank }));
							},
						}),
					},
				],
				pipeline: {
					legs: [{ name: 'x', weight: 1, depth: 5, exclude: [] }],
					fusion: rrf,
					fusionOptions: resolveFusionOptions(rrf, {}, ['x']),
					stages: [resolveStage(findStage('rerank'), { model: 'm', top: 4, ...options })],
				},
				openScorer: async () => ({
					model: 'm',
					id: 'reranker m',
					close: () => undefined,
					async score(asking, docs) {
						asked.push(asking.id);
						const milliseconds = asking.id === 'q1' ? 100 : 1;
						const scoreOf = ({ id, sensitive }: Doc): PairScore | undefined =>
							sensitive ? undefined : { score: SCORES[id] as number, milliseconds, cut: id === 'a' };
						return { scores: docs.map(scoreOf), computed: docs.filter(({ sensitive }) => !sensitive).length };
					},
				}),
				retrieve: () => [],
			}),
		},
	};
	return system;
}

const metrics = parseMetrics(['RR', 'recall@2']);
const context = (): IndexContext => ({
	...{ datasetDirectory: '.', cacheDirectory: folder, queryCache: true, seed: 1, note: () => undefined },
	progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
});
const run = (system: System, more = {}) =>
	runExperiment({ dataset, system, metrics, depth: 5, context: context(), ...more });
const ids = (ranking: { readonly docs: Int32Array } | undefined): string =>
	[...(ranking?.docs ?? [])].map((docIndex) => dataset.corpus[docIndex]?.id).join('');

describe('a run with a reranker', () => {
	it('says what it could reach, what it reached, and what it cost', async () => {
		const found = await run(systemOf({}));
		// c is sensitive and keeps its rank, e is behind the best 4.
		expect(found.rankings.map(ids)).toEqual(['dbcae', 'dbcae', 'dbcae']);
		expect(found.rerank?.reach).toMatchObject({
			...{ model: 'm', top: 4, queries: 3, pairs: 9, cutPairs: 3, unseen: 3, changedQueries: 3, headRecall: 1 },
			metrics: [
				{ name: 'MRR', without: 1 / 4, with: 1, perfect: 1 },
				{ name: 'recall@2', without: 0, with: 1, perfect: 1 },
			],
		});
		expect(found.rerank?.reach.cost).toMatchObject({ n: 3, p50: 3, max: 300 });
		expect(found.rerank?.rankings.map(ids)).toEqual(['dba', 'dba', 'dba']);
		expect(found.timings.rerank).toMatchObject({ pairs: 9, cachedPairs: 0 });
		expect(found.timings.latency.rerank?.n).toBe(3);
		expect(JSON.stringify(found.timings.latency)).not.toContain('cached');
	});

	it('a reranker that knows the grades reaches no more than its candidates hold', async () => {
		const found = await run(systemOf({ top: 3 }));
		expect(found.rerank?.reach.headRecall).toBe(0);
		expect(found.rerank?.reach.metrics[0]).toEqual({ name: 'MRR', without: 1 / 4, with: 1 / 4, perfect: 1 / 4 });
	});

	it('past the deadline the order before stands, and is counted everywhere', async () => {
		const found = await run(systemOf({ deadline_ms: 50 }));
		expect(found.rankings.map(ids)).toEqual(['dbcae', 'abcde', 'dbcae']);
		expect([...(found.rerank?.reach.pastQueries ?? [])]).toEqual([1]);
		expect(found.timings.latency.rerank?.n).toBe(2);
		expect(found.timings.latency['rerank (past deadline)']?.n).toBe(1);
		const written = readRun(writeRun(found, { out: join(folder, 'run') }));
		expect(written.manifest.rerank).toMatchObject({
			...{ scorer: 'reranker m', deadline_ms: 50, queries: 3, queries_past_deadline: 1, pairs_cut: 3 },
		});
		expect(missedBudget(written.manifest.rerank)).toBe(
			'33 % of the queries (1 of 3) missed the budget of 50 ms for reranking and kept the order before it: another system',
		);
		const kept = readFileSync(join(folder, 'run', 'stages', 'rerank.trec'), 'utf8');
		expect(kept).toBe(
			['q0', 'q2'].map((id) => `${id} Q0 d 1 3 rerank\n${id} Q0 b 2 1 rerank\n${id} Q0 a 3 0 rerank\n`).join(''),
		);
		for (const file of ['manifest.json', 'timings.json', 'stages/rerank.trec'])
			expect(readFileSync(join(folder, 'run', file), 'utf8')).not.toContain('SECRET');
	});

	it('losses are those of the stage, fused again from the folder without a model', async () => {
		const found = await run(systemOf({}));
		const written = readRun(writeRun(found, { out: join(folder, 'run') }));
		const grades = { ...dataset, qrels: new Map([['q0', new Map([['a', 1]])]]) };
		const kept = readKeptRun(written, 'reranked', grades, found.rankings);
		expect(kept.pipeline).toBeDefined();
		const { documents } = lossesOf(kept, { cutoff: 2 });
		expect(documents).toMatchObject([{ docId: 'a', fate: 'staged_out', lostBy: 'rerank' }]);
	});

	it('an interrupted run goes on with the scores that it had', async () => {
		const system = systemOf({ deadline_ms: 50 });
		system.fails = true;
		await expect(run(system, { journal: 'resume', policy: { retries: 0 } })).rejects.toThrow('q2');
		expect(existsSync(join(folder, 'journals'))).toBe(true);
		system.fails = false;
		system.asked.length = 0;
		const found = await run(system, { journal: 'resume' });
		expect(new Set(system.asked)).toEqual(new Set(['q2']));
		const whole = await run(systemOf({ deadline_ms: 50 }));
		expect(found.rerank).toEqual(whole.rerank);
		expect(found.rankings).toEqual(whole.rankings);
	});
});

describe('kept legs with a reranker', () => {
	it('have the scores of everything that a leg returned, so that every variation can be fused', async () => {
		const { kept } = await keepLegs({ dataset, system: systemOf({}), context: context() });
		const reach = (top: number, deadline_ms: number) =>
			rerankReach(
				{
					...kept,
					pipeline: {
						...kept.pipeline,
						stages: [resolveStage(findStage('rerank'), { model: 'm', top, deadline_ms })],
					},
				},
				metrics,
				5,
			);
		expect(reach(5, 0)).toMatchObject({ pairs: 12, metrics: [{ with: 1 / 2 }, { with: 1 }] });
		expect(reach(4, 50)?.pastQueries.size).toBe(1);
		expect(reach(4, 2)?.pastQueries.size).toBe(3);
		expect(() => kept.features(0).pairScores?.of(99)).toThrow('has no score of m');
	});

	it('without scores nothing is fused through the reranker', async () => {
		const { kept } = await keepLegs({ dataset, system: systemOf({}), context: context(), unscored: true });
		expect(() => rerankReach(kept, metrics, 5)).toThrow('there are no scores of m');
	});

	it('is not a test of rerank where it could have changed nothing', async () => {
		const reason = async (options: Parameters<typeof systemOf>[0]): Promise<string | undefined> => {
			const { kept } = await keepLegs({ dataset, system: systemOf(options), context: context() });
			return idleStages(kept).get('rerank');
		};
		expect(await reason({})).toBeUndefined();
		expect(await reason({ deadline_ms: 50 })).toBeUndefined();
		expect(await reason({ deadline_ms: 1 })).toBe('every query missed its budget of 1 ms');
		expect(await reason({ top: 1 })).toBe(
			'no query has two candidates that a model may see and that it could put in order',
		);
	});
});
