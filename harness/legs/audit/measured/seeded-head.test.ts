import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headOfNearlyAll, mergedPrefix } from './seeded-head.ts';

describe('how far a list is a merging of others', () => {
	it('of lists one after the other, interleaved, with what both hold', () => {
		expect(mergedPrefix([1, 2, 3, 9], [[1, 2, 3]])).toBe(3);
		expect(
			mergedPrefix(
				[1, 4, 2, 5, 9, 3],
				[
					[1, 2, 3],
					[4, 5],
				],
			),
		).toBe(4);
		expect(
			mergedPrefix(
				[1, 2, 4, 5],
				[
					[1, 2, 4],
					[2, 5],
				],
			),
		).toBe(4);
		expect(mergedPrefix([2, 1], [[1, 2]])).toBe(0);
		expect(mergedPrefix([], [[1]])).toBe(0);
		expect(mergedPrefix([1], [])).toBe(0);
	});

	it('all of it, whatever the order of taking turns', () => {
		const turns = fc.array(fc.nat({ max: 2 }), { maxLength: 30 });
		fc.assert(
			fc.property(turns, fc.uniqueArray(fc.nat({ max: 40 })), fc.uniqueArray(fc.nat({ max: 40 })), (order, x, y) => {
				const lists = [x, y];
				const merged: number[] = [];
				for (const turn of order) {
					const next = lists[turn % 2]?.find((doc) => !merged.includes(doc));
					if (next !== undefined) merged.push(next);
				}
				expect(mergedPrefix([...merged, -1, ...x], lists)).toBe(merged.length);
			}),
		);
	});
});

it('a head counts as far as nine queries in ten have it, and from three documents on', () => {
	expect(headOfNearlyAll([10, 10, 10, 10, 10, 10, 10, 10, 10, 0])).toBe(10);
	expect(headOfNearlyAll([10, 10, 10, 10, 10, 10, 10, 10, 4, 0])).toBe(4);
	expect(headOfNearlyAll([10, 10, 10, 10, 10, 10, 10, 10, 2, 0])).toBeUndefined();
	expect(headOfNearlyAll([])).toBeUndefined();
});
