import { expect, it } from 'vitest';
import { integerOf, textOf } from './values.ts';

it('carries 64-bit integers to the last digit', () => {
	expect(textOf(9007199254740993n)).toBe('9007199254740993');
	expect(integerOf(9007199254740993n)).toBe('9007199254740993');
	expect(integerOf(-5n)).toBe(-5);
});
