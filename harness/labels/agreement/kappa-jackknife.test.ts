import { describe, expect, it } from 'vitest';
import type { Confusion } from './confusion.ts';
import { jackknifeInterval } from './kappa-jackknife.ts';

function table(counts: number[][]): Confusion {
	return { grades: [0, 1, 2], counts, n: counts.flat().reduce((sum, count) => sum + count, 0) };
}

const queries = [
	[
		[3, 1, 0],
		[0, 2, 1],
		[0, 0, 2],
	],
	[
		[5, 0, 0],
		[2, 1, 0],
		[0, 1, 0],
	],
	[
		[1, 0, 1],
		[0, 4, 1],
		[0, 0, 3],
	],
	[
		[2, 2, 0],
		[1, 1, 0],
		[0, 0, 1],
	],
	[
		[6, 0, 0],
		[0, 1, 2],
		[0, 1, 1],
	],
].map(table);

describe('the interval of kappa over queries', () => {
	// statsmodels' cohens_kappa of the whole and without each query, the jackknife in numpy, scipy.stats.t.
	it.each([
		['plain', 0.08119478972069262, 0.33615070122502877, 0.7870164542001911],
		['linear', 0.050541295888088394, 0.5011002561761747, 0.7817505233338474],
		['quadratic', 0.04325881304694059, 0.6032025509358472, 0.8434139904175364],
	] as const)('agrees with numpy over statsmodels: %s', (weights, error, low, high) => {
		const found = jackknifeInterval(queries, weights, 0.95);
		expect(found?.standardError).toBeCloseTo(error, 10);
		expect(found?.interval.low).toBeCloseTo(low, 9);
		expect(found?.interval.high).toBeCloseTo(high, 9);
		expect(found?.queries).toBe(5);
	});

	it('is not defined where kappa hangs on one query', () => {
		const same = table([
			[4, 0, 0],
			[0, 0, 0],
			[0, 0, 0],
		]);
		expect(jackknifeInterval([same, same, same, same, queries[0] as Confusion], 'plain', 0.95)).toBeUndefined();
		expect(jackknifeInterval([same, same, same, same, same], 'plain', 0.95)).toBeUndefined();
		expect(jackknifeInterval(queries.slice(0, 1), 'plain', 0.95)).toBeUndefined();
	});
});
