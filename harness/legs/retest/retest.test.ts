import { describe, expect, test } from 'vitest';
import type { IndexedRanking, JsonObject } from '../../contract.ts';
import type { KeptLeg } from '../../fusion/kept-legs.ts';
import { randomStream, shuffled } from '../../random.ts';
import { retestData } from '../../report/retest/retest-data.ts';
import { retest } from './retest.ts';
import { helpful, ignorant, input, options } from './testing/example.ts';

describe('retest', () => {
	test('a leg that knows what the others do not helps, and nothing else does', () => {
		const { conclusion, variants, base, control, family } = retest(
			input({ knows: helpful(), guesses: ignorant(3) }),
			options,
		);
		expect(conclusion.word).toBe('helps');
		expect(conclusion.scopes).toContain('overall');
		expect(new Set(conclusion.gains.map(({ variant }) => variant))).toEqual(new Set(['knows']));
		const [knows] = variants;
		expect(knows?.tested?.tuned.heldOut).toBeGreaterThan(base.heldOut + 0.1);
		expect(knows?.tested?.fate.legOnlyInTop).toBeGreaterThan(50);
		expect(knows?.pool.withLeg).toBeGreaterThan((knows?.pool.control ?? 1) + 0.1);
		expect(knows?.poolRows[0]?.verdict).toBe('win');
		// Overall and two strata, two variants.
		expect(family).toBe(6);
		expect(control.settings).toBe(knows?.tested?.tuned.settings);
	});

	test('a leg that is good for what it finds helps in whatever order it has it', () => {
		// Few documents, so that the one that matters comes up even in random order.
		const g = helpful();
		const mixed = {
			...g,
			rankings: g.rankings.map(({ docs, scores }, q) => ({
				docs: Int32Array.from(shuffled([...docs.subarray(0, 4)], randomStream(9, `${q}`))),
				scores: scores.subarray(0, 4),
			})),
		};
		const { conclusion, variants } = retest(input({ mixed }), options);
		expect(conclusion.word).toBe('helps');
		expect(conclusion.gains.find(({ scope }) => scope === 'overall')?.order).toBe('not shown to matter');
		const tested = variants[0]?.tested;
		expect(tested?.tuned.heldOut).toBeGreaterThan((tested?.placebos.source ?? 1) + 0.1);
		expect(tested?.placebos.order).toBeGreaterThan((tested?.placebos.source ?? 1) + 0.1);
	});

	test('the same documents for the wrong queries do not help', () => {
		const g = helpful();
		const moved = {
			...g,
			rankings: g.rankings.map((_, q) => g.rankings[(q + 7) % g.rankings.length] as IndexedRanking),
		};
		const { conclusion, power } = retest(input({ moved }), options);
		expect(conclusion.gains).toEqual([]);
		expect(power?.variant).toBe('moved');
	});

	test('excluded from what the base returns, at weights under the threshold: not a test', () => {
		const { conclusion, variants, family } = retest(input({ knows: helpful() }, ['x', 'y']), {
			...options,
			weights: [0.05, 0.35],
		});
		expect(conclusion.word).toBe('not tested');
		expect(variants[0]?.instead).toBe('not a test of g');
		expect(variants[0]?.why).toContain('cannot-matter: it can change the top K in no way');
		expect(variants[0]?.tested).toBeUndefined();
		expect(family).toBe(0);
	});

	test('a leg that can only demote, at every weight that is tried, gets its verdict with what it is a test of', () => {
		const { variants } = retest(input({ knows: helpful() }, ['x', 'y']), { ...options, weights: [0.05, 0.35, 500] });
		expect(variants[0]?.instead).toBeUndefined();
		expect(variants[0]?.remark).toBe(
			'a test of g as a source only: it can push down what the others put on top, never lift it',
		);
		expect(variants[0]?.tested?.againstBase).toHaveLength(3);
	});

	test('where a weight above the threshold is tried, it is one', () => {
		const { variants } = retest(input({ knows: helpful() }), { ...options, weights: [0.05, 0.35, 1.2] });
		expect(variants[0]?.instead).toBeUndefined();
		expect(variants[0]?.tested?.curve.map(({ reach }) => reach)).toEqual([null, 'out', 'out', 'in']);
	});

	test.each<readonly [string, Partial<KeptLeg>, string]>([
		['a graph without edges', { facts: { edges: 0 } as JsonObject }, 'no edges'],
		[
			'a graph that knows few of the relevant documents',
			{ facts: { edges: 9 } as JsonObject, unknown: Int32Array.from({ length: 200 }, (_, i) => i) },
			'an edge to 40 of the 240 relevant documents, less than the 50 %',
		],
	])('%s gets no verdict', (_, given, why) => {
		const { conclusion, variants } = retest(input({ knows: helpful(given) }), options);
		expect(conclusion.word).toBe('not tested');
		expect(variants[0]?.instead).toBe('no verdict');
		expect(variants[0]?.why).toContain(why);
		expect(variants[0]?.poolRows).toEqual([]);
	});

	test('a leg that knows nothing is switched off; within a margin that is named: no difference', () => {
		const quick = { ...options, weights: [0.01, 0.02, 0.05, 1], placebos: 1 };
		const margin = { ...quick, compare: { ...options.compare, margin: 0.2 } };
		expect(retest(input({ guesses: ignorant(3) }), margin).conclusion.word).toBe('no difference');
		expect(retest(input({ guesses: ignorant(3) }), quick).conclusion.word).toBe('switched off');
	});

	test('the same input and seed give the same numbers', () => {
		const quick = { ...options, weights: [0.5, 1], placebos: 1 };
		const once = (seed: number): string =>
			JSON.stringify(retestData(retest(input({ knows: helpful() }), { ...quick, seed })));
		expect(once(7)).toBe(once(7));
		expect(once(7)).not.toBe(once(8));
	});
});
