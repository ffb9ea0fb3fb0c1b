import { describe, expect, it } from 'vitest';
import { randomStream } from '../random.ts';
import { bootstrap, type StratifiedBootstrap } from './bootstrap.ts';
import { holm } from './holm.ts';
import { simultaneousIntervals } from './simultaneous.ts';
import { strataOf } from './testing/layouts.ts';

const family = (seed: number, n: number): readonly StratifiedBootstrap[] => {
	const stream = randomStream(seed, 'simultaneous');
	const columns = Array.from({ length: 5 }, () => Array.from({ length: n }, () => stream.next() - stream.next()));
	return bootstrap(columns, strataOf([n]), { resamples: 1000, confidence: 0.95, method: 'studentised', seed });
};

describe('simultaneousIntervals', () => {
	it('hold all five means at once in about 95 % of families, where the single ones do not', () => {
		let [all, single] = [0, 0];
		for (let seed = 0; seed < 300; seed++) {
			const rows = family(seed, 30).map(({ overall }) => overall);
			const holds = ({ low, high }: { low: number; high: number }): boolean => low <= 0 && high >= 0;
			if (simultaneousIntervals(rows, 0.95).every(holds)) all++;
			if (rows.every(({ interval }) => holds(interval))) single++;
		}
		// Three standard errors of 300 repetitions are 3.8 points; five single ones hold together in about .95^5 = 77 %.
		expect(all / 300).toBeGreaterThan(0.95 - 0.038);
		expect(single / 300).toBeLessThan(0.87);
	});

	it('are off 0 only where Holm rejects', () => {
		for (let seed = 0; seed < 40; seed++) {
			const rows = family(seed, 12).map(({ overall }) => overall);
			const corrected = holm(rows.map(({ studentisedP }) => studentisedP));
			simultaneousIntervals(rows, 0.6).forEach(({ low, high }, i) => {
				if (low > 0 || high < 0) expect(corrected[i]).toBeLessThan(0.4);
			});
		}
	});

	it('of one row are its own', () => {
		const row = family(1, 30)[0]?.overall;
		if (row === undefined) throw new Error('no result');
		expect(simultaneousIntervals([row], 0.95)).toEqual([row.interval]);
	});
});
