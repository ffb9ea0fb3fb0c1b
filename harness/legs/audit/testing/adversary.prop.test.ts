import fc from 'fast-check';
import { expect, it } from 'vitest';
import { attack } from './adversary.ts';

it('no random input does what the audit of a random system calls impossible', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (number) => {
			const { attacked } = attack(7, number, 10);
			expect(attacked.filter(({ refutedBy }) => refutedBy !== undefined)).toEqual([]);
		}),
		{ numRuns: 200, seed: 7 },
	);
}, 180_000);
