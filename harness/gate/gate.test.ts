import { describe, expect, it } from 'vitest';
import { runForTests } from '../testing/run-for-tests.ts';
import { judgeGate } from './gate.ts';
import { readDropLimit, readFloorLimit, readLatencyLimit } from './limits.ts';
import type { GateOptions } from './result.ts';

const options: GateOptions = { alpha: 0.05, resamples: 1000, ci: 'bca', seed: 1 };
const none = { drops: [], floors: [], latencies: [] };
/** `n` values, the first `ones` of them 1. */
const hits = (n: number, ones: number): number[] => Array.from({ length: n }, (_, i) => (i < ones ? 1 : 0));
const run = (name: string, ones: number, p95 = 1) =>
	runForTests({
		name,
		p95,
		strata: { exact: { 'recall@10': hits(40, 40) }, multihop: { 'recall@10': hits(200, ones) } },
	});
const base = run('base', 120);

const outcomeOf = (ones: number, limit: string) => {
	const result = judgeGate(base, run('now', ones), { ...none, drops: [readDropLimit(limit, undefined)] }, options);
	expect(result.outcome).toBe(result.checks[0]?.outcome);
	return result.checks[0];
};

describe('judgeGate', () => {
	it('passes above the limit, fails below it, and is inconclusive across it', () => {
		expect(outcomeOf(119, 'recall@10=0.05')).toMatchObject({ outcome: 'pass', queries: 240, few: false });
		expect(outcomeOf(60, 'recall@10=0.05')).toMatchObject({ outcome: 'fail' });
		const open = outcomeOf(110, 'recall@10=0.05');
		expect(open).toMatchObject({ outcome: 'inconclusive' });
		if (open?.kind !== 'drop') throw new Error('not a drop');
		expect(open.interval.low).toBeLessThan(-0.05);
		expect(open.interval.high).toBeGreaterThan(-0.05);
		expect(open.queriesNeeded).toBeGreaterThan(240);
	});

	it('is no naked difference: the same drop passes or not by what the interval allows', () => {
		const few = (name: string, ones: number) => runForTests({ name, strata: { all: { 'recall@10': hits(30, ones) } } });
		const limits = { ...none, drops: [readDropLimit('recall@10=0.05', undefined)] };
		const small = judgeGate(few('a', 20), few('b', 19), limits, options);
		expect(small.outcome).toBe('inconclusive');
		expect(small.checks[0]).toMatchObject({ few: true });
	});

	it('passes a run against itself at a limit of 0', () => {
		expect(judgeGate(base, base, { ...none, drops: [readDropLimit('recall@10=0', undefined)] }, options)).toMatchObject(
			{
				outcome: 'pass',
				checks: [{ reason: 'not one query scored differently' }],
			},
		);
	});

	it('judges by stratum, and takes the name of a lone stratum', () => {
		expect(outcomeOf(60, 'recall@10/exact=0.01')).toMatchObject({
			outcome: 'pass',
			name: 'recall@10 exact',
			few: true,
		});
		expect(outcomeOf(60, 'recall@10/multihop=0.01')).toMatchObject({ outcome: 'fail', queries: 200 });
		const lone = runForTests({ name: 'a', strata: { all: { MRR: hits(60, 30) } } });
		const limits = { ...none, drops: [readDropLimit('MRR/all=0.01', undefined)] };
		expect(judgeGate(lone, lone, limits, options).outcome).toBe('pass');
		expect(() => judgeGate(lone, lone, { ...none, drops: [readDropLimit('MRR/al=0.1', undefined)] }, options)).toThrow(
			'no stratum "al"',
		);
	});

	it('checks floors and latencies, and fails if one check fails', () => {
		const limits = {
			drops: [readDropLimit('recall@10=0.05', undefined)],
			floors: [readFloorLimit('recall@10/multihop=0.6'), readFloorLimit('recall@10/multihop=0.61')],
			latencies: [readLatencyLimit('p95=1.5'), readLatencyLimit('p95=2')],
		};
		const { outcome, checks } = judgeGate(base, run('slow', 120, 1.7), limits, options);
		expect(checks.map((check) => check.outcome)).toEqual(['pass', 'pass', 'fail', 'fail', 'pass']);
		expect(outcome).toBe('fail');
	});

	it('names the stages that have a latency', () => {
		const limits = { ...none, latencies: [readLatencyLimit('embed/p95=2')] };
		expect(() => judgeGate(base, base, limits, options)).toThrow('no latency of the stage "embed"');
	});
});
