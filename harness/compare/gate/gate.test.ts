import { describe, expect, it } from 'vitest';
import { runForTests } from '../../testing/run-for-tests.ts';
import { judgeGate } from './gate.ts';
import { readDropLimit, readFloorLimit, readLatencyLimit } from './limits.ts';
import { GATE_DEFAULTS, type GateOptions } from './result.ts';

const options: GateOptions = { ...GATE_DEFAULTS, resamples: 1000, seed: 1 };
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
		expect(open.reason).toContain("240 queries can't tell");
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

	it('judges by stratum, and takes the name of a single stratum', () => {
		expect(outcomeOf(60, 'recall@10/exact=0.01')).toMatchObject({
			outcome: 'pass',
			name: 'recall@10 exact',
			few: true,
		});
		expect(outcomeOf(60, 'recall@10/multihop=0.01')).toMatchObject({ outcome: 'fail', queries: 200 });
		const single = runForTests({ name: 'a', strata: { all: { MRR: hits(60, 30) } } });
		const limits = { ...none, drops: [readDropLimit('MRR/all=0.01', undefined)] };
		expect(judgeGate(single, single, limits, options).outcome).toBe('pass');
		expect(() =>
			judgeGate(single, single, { ...none, drops: [readDropLimit('MRR/al=0.1', undefined)] }, options),
		).toThrow('no stratum "al"');
	});

	it('checks floors, notes latencies, and fails if one check fails', () => {
		const limits = {
			drops: [readDropLimit('recall@10=0.05', undefined)],
			floors: [readFloorLimit('recall@10/multihop=0.6'), readFloorLimit('recall@10/multihop=0.61')],
			latencies: [readLatencyLimit('p95=1.5')],
		};
		const { outcome, checks } = judgeGate(base, run('slow', 120, 1.7), limits, options);
		expect(checks.map((check) => check.outcome)).toEqual(['pass', 'pass', 'fail', 'note']);
		expect(outcome).toBe('fail');
		const noted = judgeGate(base, run('slow', 120, 1.7), { ...none, latencies: limits.latencies }, options);
		expect(noted).toMatchObject({ outcome: 'inconclusive', checks: [{ outcome: 'note', ratio: 1.7 }] });
	});

	it('names the stages that have a latency', () => {
		const limits = { ...none, latencies: [readLatencyLimit('embed/p95=2')] };
		expect(() => judgeGate(base, base, limits, options)).toThrow('no latency of the stage "embed"');
	});

	it('takes the smallest decidable drop, whatever the candidate', () => {
		const limits = { ...none, drops: [readDropLimit('recall@10', 'auto')] };
		const limitFor = (ones: number) => {
			const [check] = judgeGate(base, run('now', ones), limits, options).checks;
			return check?.kind === 'drop' ? check.maxDrop : undefined;
		};
		const auto = limitFor(119);
		expect(auto).toBe(limitFor(60));
		expect(auto).toBeGreaterThan(0.02);
		expect(auto).toBeLessThan(0.12);
		expect(judgeGate(base, run('now', 60), limits, options).outcome).toBe('fail');
		const noisier = judgeGate(base, base, limits, options, { against: run('other', 30) });
		expect(noisier.noise).toMatchObject({ kind: 'against', system: 'other' });
		const [check] = noisier.checks;
		expect(check?.kind === 'drop' && check.maxDrop).toBeGreaterThan(auto ?? 1);
	});

	it('passes a run against itself at a floor of its own mean, and warns that the floor is within the noise', () => {
		// Thirds and sevenths, whose sums depend on the order of addition.
		const values = Array.from({ length: 77 }, (_, i) => (i % 3) / 3 + (i % 7) / 70);
		const one = runForTests({ name: 'a', strata: { all: { MRR: values } } });
		const mean = [...values].sort((x, y) => x - y).reduce((sum, value) => sum + value, 0) / values.length;
		const at = (min: number) =>
			judgeGate(one, one, { ...none, floors: [{ metric: 'MRR', stratum: undefined, min }] }, options);
		expect(at(mean + 1e-15).outcome).toBe('pass');
		expect(at(mean + 1e-6).outcome).toBe('fail');
		expect(at(mean).warnings.join()).toMatch(/within the noise of the baseline .* would fail (4\d|5\d) %/);
		const [check] = at(mean).checks;
		const safe = check?.kind === 'floor' ? check.safeFloor : 1;
		expect(at(safe)).toMatchObject({ outcome: 'pass', warnings: [] });
	});

	it('lists the queries that lost, most lost first, and no more than asked for', () => {
		const limits = { ...none, drops: [readDropLimit('recall@10/multihop=0.05', undefined)] };
		const { broken } = judgeGate(base, run('now', 100), limits, { ...options, broken: 3 });
		expect(broken).toEqual([
			{
				metric: 'recall@10',
				lost: 20,
				gained: 0,
				queries: [100, 101, 102].map((i) => ({ queryId: `multihop_${i}`, stratum: 'multihop', before: 1, after: 0 })),
			},
		]);
		const exact = { ...none, drops: [readDropLimit('recall@10/exact=0.05', undefined)] };
		expect(judgeGate(base, run('now', 100), exact, options).broken).toMatchObject([{ lost: 0, queries: [] }]);
	});
});
