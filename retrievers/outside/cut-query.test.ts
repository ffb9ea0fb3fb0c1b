import { describe, expect, it } from 'vitest';
import { cutQuery } from './cut-query.ts';

describe('cutQuery', () => {
	it.each([
		['one two-three four', 3, 'one two-three'],
		['one two', 2, 'one two'],
		['one, two!', 2, 'one, two!'],
		['one, two! three', 2, 'one, two'],
		['one two three', 0, 'one two three'],
		['東京の夜 x', 3, '東京の'],
		['?!', 1, '?!'],
	])('%j to %i words', (text, most, expected) => {
		expect(cutQuery(text, most)).toBe(expected);
	});
});
