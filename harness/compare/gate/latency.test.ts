import { describe, expect, it } from 'vitest';
import type { Dataset, Doc, IndexContext, RetrieverPlugin } from '../../contract.ts';
import type { RunFolder } from '../../run/folder/run-folder.ts';
import type { LatencyStats, Timings } from '../../run/timings.ts';
import { runForTests } from '../../testing/run-for-tests.ts';
import { latencyCheck } from './latency-check.ts';
import { repeatLatency } from './latency-repeats.ts';
import { readLatencyLimit } from './limits.ts';

const stats = (value: number): LatencyStats => ({ n: 9, p50: value, p95: value, p99: value, mean: value, max: value });
const strata = { all: { MRR: [1, 0] } };
const base = runForTests({ name: 'base', strata, p95: 10 });
const now = runForTests({ name: 'now', strata, p95: 40 });

describe('latencyCheck', () => {
	const judged = (ratios: readonly number[], limit: string) =>
		latencyCheck(
			readLatencyLimit(limit),
			base,
			now,
			ratios.map((ratio) => ({ baseline: { total: stats(2) }, candidate: { total: stats(2 * ratio) } })),
			0.05,
		);

	it('judges repeats by the interval of the median ratio', () => {
		const ratios = [1.1, 1.2, 0.9, 1.3, 1.0, 1.15];
		expect(judged(ratios, 'p95=1.3')).toMatchObject({ outcome: 'pass', interval: { low: 0.9, high: 1.3 } });
		expect(judged(ratios, 'p95=1.2')).toMatchObject({ outcome: 'inconclusive' });
		expect(judged(ratios, 'p95=0.8')).toMatchObject({ outcome: 'fail', ratio: 1.125 });
		expect(() => judged(ratios.slice(1), 'p95=2')).toThrow('5 repeats of a latency have no 95 % interval');
		expect(() => judged(ratios, 'dense/p95=2')).toThrow('no latency of the stage "dense"');
	});

	it('only notes what two runs recorded, and says why', () => {
		const machine = { cpu: 'made up', cores: 4, platform: 'linux-x64', node_major: 22 };
		const on = (run: RunFolder, cores?: number): RunFolder => ({
			...run,
			timings: { ...(run.timings as Timings), ...(cores === undefined ? {} : { machine: { ...machine, cores } }) },
		});
		const note = (one?: number, other?: number) =>
			latencyCheck(readLatencyLimit('p95=1.5'), on(base, one), on(now, other), undefined, 0.05);
		expect(note(4, 4)).toMatchObject({ outcome: 'note', ratio: 4, interval: undefined });
		expect(note(4, 4).reason).toContain('at different times');
		expect(note(4, 8).reason).toContain('the machines differ: made up, 4 cores');
		expect(note(4).reason).toContain('does not say on which machine');
	});
});

describe('repeatLatency', () => {
	const doc: Doc = {
		id: 'd',
		content: 'text',
		tags: [],
		expandedKeywords: [],
		importance: 0,
		sensitive: false,
		metadata: {},
	};
	const queries = ['q1', 'q2', 'q3'].map((id) => ({ id, text: id, stratum: 'all' }));
	const dataset = { corpus: [doc], queries } as unknown as Dataset;
	const context = {
		progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
	} as unknown as IndexContext;
	const calls: string[] = [];
	const closed: string[] = [];
	const system = (name: string) => ({
		depth: 1,
		system: {
			name,
			options: {},
			plugin: {
				name,
				summary: '',
				defaults: {},
				index: async () => ({
					retrieve: (query: { id: string }) => {
						calls.push(`${name} ${query.id}`);
						return [{ docId: 'd', score: 1 }];
					},
					close: () => void closed.push(name),
				}),
			} as unknown as RetrieverPlugin,
		},
	});

	it('asks both systems every query, the first of them in turns, after a pass that is not timed', async () => {
		const repeats = await repeatLatency(system('a'), system('b'), dataset, context, 2);
		expect(repeats).toHaveLength(2);
		expect(repeats[0]?.baseline.total?.n).toBe(3);
		expect(repeats[1]?.candidate.b?.n).toBe(3);
		expect(calls).toHaveLength(3 * 2 * 3);
		const firsts = calls.filter((_, i) => i % 2 === 0).map((call) => call[0]);
		expect(firsts.join('')).toBe('ababababa');
		for (let i = 0; i < calls.length; i += 2) expect(calls[i]?.slice(2)).toBe(calls[i + 1]?.slice(2));
		expect(closed.sort()).toEqual(['a', 'b']);
	});

	it('opens the store of each scope once a pass, whatever the order of the queries', async () => {
		const indexed: string[] = [];
		const store = (name: string) => {
			const { depth, system: timed } = system(name);
			const { index, ...plugin } = timed.plugin;
			const counting = (docs: readonly Doc[], ...rest: unknown[]) => {
				indexed.push(`${name} ${docs.map(({ id }) => id).join()}`);
				return (index as (...args: unknown[]) => unknown)(docs, ...rest);
			};
			return { depth, system: { ...timed, plugin: { ...plugin, index: counting } as unknown as RetrieverPlugin } };
		};
		const scoped = {
			corpus: [
				{ ...doc, id: 'd', scopes: ['x', 'y'] },
				{ ...doc, id: 'e', scopes: ['y'] },
			],
			queries: ['x', 'y', 'x', 'y'].map((scope, i) => ({ id: `q${i}`, text: 't', stratum: 'all', scope })),
			scopes: { mode: 'separate', as_of: false },
		} as unknown as Dataset;
		const repeats = await repeatLatency(store('a'), store('b'), scoped, { ...context, note: () => undefined }, 2);
		expect(repeats[0]?.candidate.total?.n).toBe(4);
		// The first store is open already; then one after the other, in three passes.
		expect(indexed.filter((entry) => entry.startsWith('a'))).toEqual(['a d', 'a d,e', 'a d', 'a d,e', 'a d', 'a d,e']);
	});
});
