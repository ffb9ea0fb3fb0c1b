import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Doc, Query } from '../contract.ts';
import type { KeptLeg, KeptLegs } from './kept-legs.ts';
import { hasOrder, orderPlacebo, sourcePlacebo } from './placebo.ts';

const DEPTH = 5;

/** A system whose only leg returns these documents, by query, of a corpus of `docs`. */
function system(lists: readonly (readonly number[])[], docs = 50): KeptLegs {
	const leg = {
		name: 'g',
		rankings: lists.map((list) => ({
			docs: Int32Array.from(list),
			scores: Float64Array.from(list, (_, rank) => 10 - rank),
		})),
	} as unknown as KeptLeg;
	return {
		corpus: Array.from({ length: docs }, () => ({}) as Doc),
		queries: lists.map((_, q) => ({ id: `q${q}` }) as Query),
		legs: [leg],
		pipeline: { legs: [{ name: 'g', weight: 1, depth: DEPTH, exclude: [] }] },
	} as unknown as KeptLegs;
}

const listsOf = ({ legs }: KeptLegs): readonly (readonly number[])[] =>
	(legs[0] as KeptLeg).rankings.map(({ docs }) => [...docs]);
const copy = { seed: 3, copy: 0 };

const someLists = fc.array(fc.uniqueArray(fc.nat(49), { maxLength: 8 }), { minLength: 1, maxLength: 12 });

describe('sourcePlacebo', () => {
	test('lists are as long and scored as they were, without repeats, for every query', () => {
		fc.assert(
			fc.property(someLists, fc.nat(), (lists, seed) => {
				const made = sourcePlacebo(system(lists), 'g', { seed, copy: 0 });
				listsOf(made).forEach((docs, q) => {
					const cut = (lists[q] as number[]).slice(0, DEPTH);
					expect(docs).toHaveLength(cut.length);
					expect(new Set(docs).size).toBe(docs.length);
					expect([...((made.legs[0] as KeptLeg).rankings[q]?.scores ?? [])]).toEqual(cut.map((_, rank) => 10 - rank));
					expect(docs.every((doc) => doc >= 0 && doc < 50)).toBe(true);
				});
			}),
		);
	});

	test('no query keeps its own documents where no two share any', () => {
		const lists = Array.from({ length: 10 }, (_, q) => [5 * q, 5 * q + 1, 5 * q + 2, 5 * q + 3, 5 * q + 4]);
		for (let number = 0; number < 20; number++)
			listsOf(sourcePlacebo(system(lists), 'g', { seed: 1, copy: number })).forEach((docs, q) => {
				expect(docs.some((doc) => lists[q]?.includes(doc))).toBe(false);
				// Whole lists of another query, in their order.
				expect(lists).toContainEqual(docs);
			});
	});

	test('a list that is too short is followed by the next one; nothing below the depth is lent', () => {
		const [first] = listsOf(
			sourcePlacebo(
				system([
					[1, 2, 3, 4, 5],
					[10, 11],
					[20, 21, 22, 23, 24, 25, 26],
				]),
				'g',
				copy,
			),
		);
		const [a, b] = [
			[10, 11],
			[20, 21, 22, 23, 24],
		];
		expect([[...a, ...b].slice(0, DEPTH), b]).toContainEqual(first);
	});

	test('a single query that is answered gets random documents', () => {
		const [docs, other] = listsOf(sourcePlacebo(system([[1, 2, 3], []], 1000), 'g', copy));
		expect(docs).toHaveLength(3);
		expect(docs).not.toEqual([1, 2, 3]);
		expect(other).toEqual([]);
	});
});

describe('orderPlacebo', () => {
	test('keeps the documents of every query, cut to depth', () => {
		fc.assert(
			fc.property(someLists, (lists) => {
				listsOf(orderPlacebo(system(lists), 'g', copy)).forEach((docs, q) => {
					expect([...docs].sort()).toEqual((lists[q] as number[]).slice(0, DEPTH).sort());
				});
			}),
		);
	});

	test('copies differ, a copy does not', () => {
		const kept = system(Array.from({ length: 8 }, () => [1, 2, 3, 4, 5]));
		for (const make of [orderPlacebo, sourcePlacebo])
			expect(listsOf(make(kept, 'g', copy))).toEqual(listsOf(make(kept, 'g', copy)));
		expect(listsOf(orderPlacebo(kept, 'g', copy))).not.toEqual(listsOf(orderPlacebo(kept, 'g', { seed: 3, copy: 1 })));
	});

	test('there is an order where a list has two documents', () => {
		expect(hasOrder(system([[1], [2, 3]]), 'g')).toBe(true);
		expect(hasOrder(system([[1], []]), 'g')).toBe(false);
	});
});
