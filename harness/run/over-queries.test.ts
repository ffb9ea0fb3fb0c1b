import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dataset, Doc, IndexContext, Query, Retriever, RetrieverPlugin } from '../contract.ts';
import { parseMetrics } from '../metrics/index.ts';
import { type ExperimentOptions, runExperiment } from './experiment.ts';

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'over-queries-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const QUERIES = 12;
const doc = (id: string): Doc => ({
	id,
	content: `SECRETTEXT ${id}`,
	tags: [],
	expandedKeywords: [],
	importance: 0,
	sensitive: false,
	metadata: {},
});
const dataset: Dataset = {
	name: 'numbers',
	directory: '.',
	corpus: Array.from({ length: QUERIES }, (_, i) => doc(`d${i}`)),
	queries: Array.from({ length: QUERIES }, (_, i) => ({ id: `q${i}`, text: `SECRETQUERY ${i}`, stratum: 's' })),
	qrels: new Map(Array.from({ length: QUERIES }, (_, i) => [`q${i}`, new Map([[`d${i}`, 1]])])),
	fingerprint: '0',
	sensitivePolicy: 'leave-out',
	sensitiveLeftOut: 0,
};
const notes: string[] = [];

/** A system whose `retrieve` is given; `asked` are the queries that it was asked. */
function systemOf(retrieve: (query: Query, asked: number) => ReturnType<Retriever['retrieve']>, more = {}) {
	const asked: string[] = [];
	const plugin: RetrieverPlugin = {
		name: 'trial',
		summary: '',
		options: {},
		index: () => ({
			retrieve: (query) => {
				asked.push(query.id);
				return retrieve(query, asked.filter((id) => id === query.id).length);
			},
			...more,
		}),
	};
	return { asked, system: { name: 'trial', plugin, options: {} } };
}
const right = (query: Query) => [{ docId: query.id.replace('q', 'd'), score: 1 }];

function run(system: ReturnType<typeof systemOf>['system'], options: Partial<ExperimentOptions> = {}) {
	const context: IndexContext = {
		datasetDirectory: '.',
		cacheDirectory: folder,
		queryCache: true,
		seed: 1,
		progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
		note: (line) => void notes.push(line),
	};
	return runExperiment({ dataset, system, metrics: parseMetrics('recall@5'), depth: 5, context, ...options });
}

describe('queries that are not answered', () => {
	it('are counted where nothing came, and leave no trace where everything came', async () => {
		const none = await run(systemOf((query) => (query.id === 'q3' ? [] : right(query))).system);
		expect(none.summary).toMatchObject({ unanswered: 1 });
		const all = await run(systemOf(right).system);
		expect(Object.keys(all.summary)).toEqual(['overall', 'strata']);
		expect(Object.keys(all.timings)).not.toContain('concurrency');
	});

	it('are asked again, and only then failed', async () => {
		const { asked, system } = systemOf((query, times) => {
			if (query.id === 'q7' && times < 3) throw new Error('moody');
			return right(query);
		});
		const { summary } = await run(system);
		expect(asked.filter((id) => id === 'q7')).toHaveLength(3);
		expect(summary.failed).toBeUndefined();
		expect(summary.overall.metrics['recall@5']).toBe(1);
	});

	it('end the run, or are counted up to --max-failures', async () => {
		const failing = () =>
			systemOf((query) => {
				if (query.id === 'q7' || query.id === 'q8') throw new Error('broken');
				return right(query);
			}).system;
		await expect(run(failing(), { policy: { retries: 0 } })).rejects.toThrow('trial failed on query q7: broken');
		await expect(run(failing(), { policy: { retries: 0, maxFailures: 1 } })).rejects.toThrow(
			'2 queries failed, and 1 may. The last: trial failed on query q8: broken',
		);
		const { summary, rankings, timings } = await run(failing(), { policy: { retries: 0, maxFailures: 2 } });
		expect(summary).toMatchObject({ failed: 2 });
		expect(summary.unanswered).toBeUndefined();
		expect(rankings[7]?.docs).toHaveLength(0);
		expect(timings.latency.total?.n).toBe(QUERIES - 2);
	});

	it('are given up after the time allowed, with the signal aborted', async () => {
		let aborted = 0;
		const keepAlive = setInterval(() => undefined, 50);
		const { system } = systemOf(right);
		const slow: typeof system = {
			...system,
			plugin: {
				...system.plugin,
				index: () => ({
					retrieve: (query, _depth, { signal }) => {
						if (query.id !== 'q5') return right(query);
						signal?.addEventListener('abort', () => aborted++);
						return new Promise(() => undefined);
					},
				}),
			},
		};
		await expect(run(slow, { policy: { retries: 1, timeoutSeconds: 0.1 } })).rejects.toThrow(
			'trial failed on query q5: no answer within 0.1 s',
		);
		clearInterval(keepAlive);
		expect(aborted).toBe(2);
	});
});

describe('ids that the corpus lacks', () => {
	const wrong = (query: Query) => [...right(query), ...['x', 'y', 'z', 'w'].map((docId) => ({ docId, score: 0.5 }))];

	it('are an error that shows three', async () => {
		const { asked, system } = systemOf(wrong);
		await expect(run(system)).rejects.toThrow(
			'trial returned "x", "y", "z" and 1 more for query q0, which are not documents of the corpus',
		);
		expect(asked).toEqual(['q0']);
	});

	it('are dropped and counted where that is asked for', async () => {
		const { summary } = await run(systemOf(wrong).system, { policy: { unknownIds: 'drop' } });
		expect(summary).toMatchObject({ unknown_ids: 4 * QUERIES });
		expect(summary.overall.metrics['recall@5']).toBe(1);
	});
});

describe('concurrency', () => {
	it('changes no result, keeps to what the retriever allows, and is told', async () => {
		let now = 0;
		let most = 0;
		const slow = async (query: Query) => {
			most = Math.max(most, ++now);
			// Later queries answer first.
			await new Promise((resolve) => setTimeout(resolve, 40 - 3 * Number(query.id.slice(1))));
			now--;
			return right(query);
		};
		const many = await run(systemOf(slow).system, { policy: { concurrency: 4 } });
		expect(most).toBe(4);
		expect(many.timings).toMatchObject({ concurrency: 4, queriesPerSecond: expect.any(Number) });
		most = 0;
		const two = await run(systemOf(slow, { concurrency: 2 }).system, { policy: { concurrency: 4 } });
		expect(most).toBe(2);
		expect(two.rankings).toEqual(many.rankings);
		expect(many.rankings.map(({ docs }) => docs[0])).toEqual(Array.from({ length: QUERIES }, (_, i) => i));
	});
});

describe('a run that stopped', () => {
	const journals = () => (existsSync(join(folder, 'journals')) ? readdirSync(join(folder, 'journals')) : []);
	const until = (last: number) =>
		systemOf((query) => {
			if (Number(query.id.slice(1)) > last) throw new Error('out of credit');
			return right(query);
		});

	it('goes on where it stopped, and leaves nothing when it is whole', async () => {
		const first = until(6);
		const stopped = run(first.system, { journal: 'resume', policy: { retries: 0 } });
		await expect(stopped).rejects.toMatchObject({ hint: expect.stringContaining('7 of 12 queries are kept') });
		expect(journals()).toHaveLength(1);
		const text = readFileSync(join(folder, 'journals', journals()[0] as string), 'utf8');
		expect(text).not.toMatch(/SECRET/);
		// The interruption tore the last line.
		writeFileSync(join(folder, 'journals', journals()[0] as string), `${text}[7,[[7],[`);
		const second = systemOf(right);
		const resumed = await run(second.system, { journal: 'resume' });
		// Five of them twice: warmed up.
		expect([...new Set(second.asked)]).toEqual(['q7', 'q8', 'q9', 'q10', 'q11']);
		expect(notes.at(-1)).toContain('7 of 12 queries are kept from an interrupted run');
		expect(resumed.timings).toMatchObject({ resumedQueries: 7 });
		expect(resumed.timings.latency.total?.n).toBe(QUERIES);
		expect(journals()).toEqual([]);
		const { rankings, scores, summary } = await run(systemOf(right).system);
		expect({ rankings, scores, summary }).toEqual({
			rankings: resumed.rankings,
			scores: resumed.scores,
			summary: resumed.summary,
		});
	});

	it('starts over when asked to, or when it is another run', async () => {
		const stop = () => run(until(6).system, { journal: 'resume', policy: { retries: 0 } }).catch(() => undefined);
		await stop();
		const fresh = systemOf(right);
		await run(fresh.system, { journal: 'fresh' });
		expect(new Set(fresh.asked).size).toBe(QUERIES);
		await stop();
		const other = systemOf(right);
		await run(other.system, { journal: 'resume', depth: 4 });
		expect(new Set(other.asked).size).toBe(QUERIES);
	});

	it('keeps nothing unless it is asked to', async () => {
		await run(until(6).system, { policy: { retries: 0 } }).catch(() => undefined);
		expect(journals()).toEqual([]);
	});
});
