import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DifferentPair, groupsNotToldApart, lettersOf } from './letters.ts';

const systems = 6;
const pairs: readonly DifferentPair[] = Array.from({ length: systems }, (_, one) =>
	Array.from({ length: systems - one - 1 }, (_other, i): DifferentPair => [one, one + 1 + i]),
).flat();

describe('compact letter display', () => {
	it('gives one letter where nothing differs, and as many as systems where all do', () => {
		expect(lettersOf(3, groupsNotToldApart(3, []))).toEqual(['a', 'a', 'a']);
		expect(
			lettersOf(
				3,
				groupsNotToldApart(3, [
					[0, 1],
					[0, 2],
					[1, 2],
				]),
			),
		).toEqual(['a', 'b', 'c']);
	});

	it('gives the one in the middle both letters where only the ends are told apart', () => {
		const groups = groupsNotToldApart(3, [[0, 2]]);
		expect(groups).toEqual([
			[0, 1],
			[1, 2],
		]);
		expect(lettersOf(3, groups)).toEqual(['a', 'ab', 'b']);
	});

	it('lets two systems share a letter if and only if they are not told apart, and no group holds another', () => {
		fc.assert(
			fc.property(fc.subarray([...pairs]), (different) => {
				const groups = groupsNotToldApart(systems, different);
				const letters = lettersOf(systems, groups).map((text) => new Set(text));
				for (const [one, other] of pairs) {
					const share = [...(letters[one] as Set<string>)].some((letter) => letters[other]?.has(letter));
					expect(share).toBe(!different.some(([a, b]) => a === one && b === other));
				}
				for (const group of groups)
					for (const larger of groups)
						if (larger !== group) expect(group.every((system) => larger.includes(system))).toBe(false);
				// A system that differs from all others still has a letter.
				expect(letters.every((own) => own.size > 0)).toBe(true);
			}),
		);
	});

	it('goes on after z', () => {
		const groups = Array.from({ length: 28 }, (_, system) => [system]);
		expect(lettersOf(28, groups).slice(25)).toEqual(['z', 'aa', 'ab']);
	});
});
