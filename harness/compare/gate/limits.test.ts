import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeLimits, readDropLimit, readFloorLimit, readLatencyLimit, readMaxDrop } from './limits.ts';
import { readLimitsFile } from './limits-file.ts';

describe('limits as flags', () => {
	it('name a metric, perhaps a stratum, perhaps a drop of their own', () => {
		expect(readDropLimit('recall@10', 0.01)).toEqual({ metric: 'recall@10', stratum: undefined, maxDrop: 0.01 });
		expect(readDropLimit('R@10/multi/hop=0.03', 0.01)).toEqual({
			metric: 'recall@10',
			stratum: 'multi/hop',
			maxDrop: 0.03,
		});
		expect(readDropLimit('P(rel=2)@5/exact=auto', 0.1)).toMatchObject({ stratum: 'exact', maxDrop: 'auto' });
		expect(readDropLimit('recall@10', readMaxDrop('auto'))).toMatchObject({ maxDrop: 'auto' });
		expect(readMaxDrop('0.02')).toBe(0.02);
		expect(readDropLimit('P(rel=2)@5', 0.1)).toMatchObject({ metric: 'precision(rel=2)@5', maxDrop: 0.1 });
		expect(readDropLimit('P(rel=2)@5/exact=0.2', 0.1)).toMatchObject({ stratum: 'exact', maxDrop: 0.2 });
		expect(readFloorLimit('recall@10=0.7')).toEqual({ metric: 'recall@10', stratum: undefined, min: 0.7 });
		expect(readLatencyLimit('p95=1.5')).toEqual({ stage: 'total', statistic: 'p95', maxRatio: 1.5 });
		expect(readLatencyLimit('dense/p50=2')).toEqual({ stage: 'dense', statistic: 'p50', maxRatio: 2 });
	});

	it.each([
		[() => readDropLimit('recall@10', undefined), 'has no limit'],
		[() => readDropLimit('recall@10=-0.1', undefined), 'a largest drop is 0 or more'],
		[() => readDropLimit('recall@10=x', undefined), 'is not a number'],
		[() => readMaxDrop('much'), 'is not a number'],
		[() => readDropLimit('recal@10', 0.1), 'there is no metric'],
		[() => readFloorLimit('recall@10'), 'has no value'],
		[() => readFloorLimit('recall@10=1.5'), "can't reach 1.5"],
		[() => readLatencyLimit('p42=2'), 'there is no latency "p42"'],
		[() => readLatencyLimit('p95=0'), 'a ratio is above 0'],
		[() => readLatencyLimit('p95'), 'is not a number'],
	])('say what is wrong (%#)', (read, message) => {
		expect(read).toThrow(message);
	});

	it('replace earlier ones of the same thing', () => {
		const none = { drops: [], floors: [], latencies: [] };
		const merged = mergeLimits(
			{ ...none, drops: [readDropLimit('MRR', 0.1), readDropLimit('MRR/exact', 0.1)] },
			{ ...none, drops: [readDropLimit('RR', 0.2)] },
		);
		expect(merged.drops.map(({ stratum, maxDrop }) => [stratum, maxDrop])).toEqual([
			[undefined, 0.2],
			['exact', 0.1],
		]);
	});
});

describe('limits in a file', () => {
	const folder = mkdtempSync(join(tmpdir(), 'bench-limits-'));
	const read = (content: unknown) => {
		const path = join(folder, 'limits.json');
		writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
		return readLimitsFile(path);
	};

	it('are the same limits', () => {
		const { baseline, limits } = read({
			baseline: 'results/main',
			metrics: {
				'recall@10': {
					max_drop: 0.01,
					min: 0.7,
					strata: { multihop: { max_drop: 0.03 }, exact: { max_drop: 'auto' } },
				},
				MRR: { min: 0.5 },
			},
			latency: { p95: 1.5, 'dense/p50': 2 },
		});
		expect(baseline).toBe('results/main');
		expect(limits.drops).toEqual([
			readDropLimit('recall@10=0.01', undefined),
			readDropLimit('recall@10/multihop=0.03', undefined),
			readDropLimit('recall@10/exact=auto', undefined),
		]);
		expect(limits.floors).toEqual([readFloorLimit('recall@10=0.7'), readFloorLimit('MRR=0.5')]);
		expect(limits.latencies).toEqual([readLatencyLimit('p95=1.5'), readLatencyLimit('dense/p50=2')]);
	});

	it.each([
		['{', "can't be read"],
		[[], 'the file is an object'],
		[{ metric: {} }, 'unknown key "metric"'],
		[{ metrics: { 'recall@10': { maxdrop: 1 } } }, 'metrics.recall@10 has an unknown key "maxdrop"'],
		[{ metrics: { 'recall@10': { max_drop: '1' } } }, 'metrics.recall@10.max_drop is a number or "auto"'],
		[{ metrics: { 'recall@10': { strata: 3 } } }, 'metrics.recall@10.strata is an object'],
		[{ latency: { p95: 'slow' } }, 'latency.p95 is a number'],
		[{ baseline: 3 }, 'baseline names a run folder'],
	])('say where they are wrong (%#)', (content, message) => {
		expect(() => read(content)).toThrow(message);
	});

	it('must be there when they are named', () => {
		expect(() => readLimitsFile(join(folder, 'absent.json'))).toThrow('there is no limits file');
	});
});
