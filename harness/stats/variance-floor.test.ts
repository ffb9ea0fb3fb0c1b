import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observe } from './observed-mean.ts';
import { studentTUpper } from './student-t.ts';
import { varianceFloor } from './variance-floor.ts';

const zeros = (n: number): number[] => new Array<number>(n).fill(0);

describe('varianceFloor', () => {
	it('is two pseudo-observations of the largest size where nothing moved', () => {
		expect(varianceFloor(zeros(20), 1)).toBeCloseTo(2 / 400, 15);
		expect(varianceFloor(zeros(20), 3)).toBeCloseTo(18 / 400, 15);
	});

	it('makes t agree with the sign test where few queries moved, all in one direction', () => {
		for (const [moved, signP] of [
			[5, 2 / 32],
			[6, 2 / 64],
		] as const) {
			const deltas = [...zeros(200 - moved), ...new Array<number>(moved).fill(1)];
			const { mean, standardError, df } = observe(deltas);
			const t = mean / Math.sqrt(standardError ** 2 + varianceFloor(deltas, 1));
			expect(Math.abs(2 * studentTUpper(t, df) - signP)).toBeLessThan(0.006);
		}
	});

	it('takes the size of the moves seen, not the largest, once many are seen', () => {
		const deltas = [...zeros(50), ...new Array<number>(50).fill(0.1)];
		// 50 ties at 0 and at .1 alike: either leaves moves of .1; the range weighs as a quarter of one query.
		expect(varianceFloor(deltas, 1)).toBeCloseTo((2 * 0.5 * ((50 * 0.01 + 0.25 * 1.1 ** 2) / 50.25)) / 100 ** 2, 15);
	});

	it('is not felt without ties', () => {
		const deltas = Array.from({ length: 40 }, (_, i) => Math.sin(i * 1.7));
		expect(varianceFloor(deltas, 1) / observe(deltas).standardError ** 2).toBeLessThan(0.01);
	});

	it('is blind to the direction and to the order, scales with the data and shrinks with more of the same', () => {
		const tenths = fc.array(
			fc.integer({ min: -10, max: 10 }).map((n) => n / 10),
			{ minLength: 1, maxLength: 30 },
		);
		fc.assert(
			fc.property(tenths, (deltas) => {
				const floor = varianceFloor(deltas, 1);
				expect(floor).toBeGreaterThan(0);
				expect(varianceFloor(deltas.map((delta) => -delta).reverse(), 1)).toBeCloseTo(floor, 12);
				const doubled = deltas.map((delta) => 2 * delta);
				expect(varianceFloor(doubled, 2)).toBeCloseTo(4 * floor, 10);
				expect(varianceFloor([...deltas, ...deltas], 1)).toBeLessThan(floor);
			}),
		);
	});
});
