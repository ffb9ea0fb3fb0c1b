import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextDown, nextDownSingle } from './next-down.ts';
import { readDouble } from './number.ts';

function read(text: string): number {
	const buffer = Buffer.from(`[${text}]`);
	return readDouble(buffer, 1, buffer.length - 1);
}

describe('reading doubles', () => {
	it('gives every double back that was written in its shortest form', () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
				expect(read(Object.is(value, -0) ? '-0' : String(value))).toBe(value);
			}),
			{ numRuns: 2000 },
		);
	});

	it('agrees with the language on any decimal', () => {
		const digits = fc.stringMatching(/^\d{1,20}$/);
		const decimal = fc
			.tuple(fc.constantFrom('', '-', '+'), digits, fc.option(digits), fc.option(fc.integer({ min: -30, max: 30 })))
			.map(([sign, whole, part, exponent]) => {
				return `${sign}${whole}${part === null ? '' : `.${part}`}${exponent === null ? '' : `e${exponent}`}`;
			});
		fc.assert(
			fc.property(decimal, (text) => {
				expect(read(text)).toBe(Number(text));
			}),
			{ numRuns: 2000 },
		);
	});

	it.each(['5.', '.5', '1E3', '-0', '000000000000000000001.5', '4.9e-324'])('reads %s', (text) => {
		expect(read(text)).toBe(Number(text));
	});

	it.each(['', '.', '-', 'e5', '1e', '1e+', '1.2.3', '1,5', '0x10', 'inf', 'nan', '1e999', '12a', '--1'])(
		'refuses "%s"',
		(text) => {
			expect(read(text)).toBeNaN();
		},
	);
});

describe('the next lower double', () => {
	it('is lower, with nothing between', () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e308 }), (value) => {
				const lower = nextDown(value);
				expect(lower).toBeLessThan(value);
				const middle = lower + (value - lower) / 2;
				expect(middle === lower || middle === value).toBe(true);
			}),
		);
	});

	it.each([
		[0, -Number.MIN_VALUE],
		[-0, -Number.MIN_VALUE],
		[Number.MIN_VALUE, 0],
		[1, 1 - Number.EPSILON / 2],
		[-1, -1 - Number.EPSILON],
	])('of %s', (value, lower) => {
		expect(nextDown(value)).toBe(lower);
	});
});

describe('the next lower 32-bit float', () => {
	it('is lower, with nothing between', () => {
		fc.assert(
			fc.property(fc.float({ noNaN: true, noDefaultInfinity: true, min: Math.fround(-3e38) }), (value) => {
				const lower = nextDownSingle(value);
				expect(lower).toBeLessThan(value);
				const middle = Math.fround(lower + (value - lower) / 2);
				expect(middle === lower || middle === value).toBe(true);
			}),
		);
	});
});
