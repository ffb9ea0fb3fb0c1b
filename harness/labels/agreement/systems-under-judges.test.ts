import { describe, expect, it } from 'vitest';
import type { Dataset, Doc, Qrels } from '../../contract.ts';
import { parseMetrics } from '../../metrics/index.ts';
import { systemsLine } from '../../report/labels/judged-systems.ts';
import { runForTests } from '../../testing/run-for-tests.ts';
import { systemsUnderJudges } from './systems-under-judges.ts';

const ids = Array.from({ length: 40 }, (_, i) => `q${i}`);
const corpus = ['a', 'b', 'c'].map(
	(id): Doc => ({
		id,
		content: id,
		tags: [],
		expandedKeywords: [],
		importance: 0.5,
		sensitive: false,
		metadata: {},
	}),
);
const dataset: Dataset = {
	name: 'made',
	directory: 'data/made',
	corpus,
	queries: ids.map((id) => ({ id, text: id, stratum: 'all' })),
	qrels: new Map(),
	fingerprint: 'f',
	sensitivePolicy: 'leave-out',
	sensitiveLeftOut: 0,
};
const system = (label: string, ...order: number[]) => ({
	run: runForTests({ name: label, strata: { all: { MRR: ids.map(() => 0) } } }),
	label,
	rankings: ids.map(() => ({ docs: Int32Array.from(order), scores: Float64Array.from(order, (_, i) => -i) })),
});
const judge = (grades: Record<string, number>): Qrels =>
	new Map(ids.map((id) => [id, new Map(Object.entries(grades))]));
const settings = { resamples: 500, seed: 1, alpha: 0.05 };
const metrics = parseMetrics('MRR');

describe('systems under two judges', () => {
	const runs = [system('one', 0, 1), system('two', 1, 0)];

	it('turns the verdict where the judges hold other documents relevant', () => {
		const judges = { first: judge({ a: 1, b: 0 }), second: judge({ a: 0, b: 1 }) };
		const { metrics: found, leftOut, baseline } = systemsUnderJudges(dataset, runs, judges, metrics, settings);
		expect(baseline).toBe('one');
		expect(leftOut).toBe(0);
		expect(found[0]).toMatchObject({
			n: 40,
			systems: [
				{ label: 'one', first: 1, second: 0.5 },
				{ label: 'two', first: 0.5, second: 1 },
			],
			tau: -1,
			verdicts: [
				{ challenger: 'two', first: { delta: -0.5, verdict: 'loss' }, second: { delta: 0.5, verdict: 'win' } },
			],
		});
		expect(systemsLine(found[0] as (typeof found)[number])).toBe(
			'MRR: the verdict on two turns around with the judge; Kendall tau of the two orders -1.00.',
		);
	});

	it('looks at shared documents only: what one judge alone saw moves nothing', () => {
		const judges = { first: judge({ a: 1, b: 0, c: 3 }), second: judge({ a: 2, b: 0 }) };
		const { metrics: found } = systemsUnderJudges(dataset, [...runs, system('three', 2, 0)], judges, metrics, settings);
		expect(found[0]?.systems[2]).toEqual({ label: 'three', first: 0.5, second: 0.5 });
		expect(found[0]?.tau).toBe(1);
	});

	it('leaves out queries that only one judge finds an answer for, and says how many', () => {
		const second = new Map(judge({ a: 1, b: 0 }));
		second.set(
			'q0',
			new Map([
				['a', 0],
				['b', 0],
			]),
		);
		const judges = { first: judge({ a: 1, b: 0 }), second };
		const found = systemsUnderJudges(dataset, runs, judges, metrics, settings);
		expect(found.leftOut).toBe(1);
		expect(found.metrics[0]?.n).toBe(39);
		const nothing = { first: judge({ a: 1 }), second: judge({ a: 0 }) };
		expect(() => systemsUnderJudges(dataset, runs, nothing, metrics, settings)).toThrow('under both judges');
	});
});
