import { expect, test } from 'vitest';
import { rowsByStratum } from './rows-by-stratum.ts';

test('rows stand under their stratum, strata in order of first appearance', () => {
	expect(rowsByStratum(['b', 'a', 'b', 'c', 'a'])).toEqual([
		{ name: 'b', rows: [0, 2] },
		{ name: 'a', rows: [1, 4] },
		{ name: 'c', rows: [3] },
	]);
	expect(rowsByStratum([])).toEqual([]);
});
