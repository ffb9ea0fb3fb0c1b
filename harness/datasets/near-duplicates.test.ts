import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jaccard, lexicalOverlap, words } from './lexical-overlap.ts';
import { findDuplicates } from './near-duplicates.ts';

describe('words', () => {
	it('are lower-cased runs of letters and digits of any script', () => {
		expect(words("Straße, l'été: 3.5 GB - 東京タワー_x")).toEqual([
			'straße',
			'l',
			'été',
			'3',
			'5',
			'gb',
			'東京タワー',
			'x',
		]);
		expect(words(' -- ')).toEqual([]);
	});
});

describe('overlap', () => {
	it('is shared words over all words, keywords counted with the content', () => {
		// {red, fox, runs} against {the, red, fox, animal}: 2 of 5.
		expect(lexicalOverlap('Red fox runs', { content: 'The red, red fox.', expandedKeywords: ['animal'] })).toBe(2 / 5);
	});

	it('is 0 for two empty sets', () => {
		expect(jaccard(new Set(), new Set())).toBe(0);
	});
});

describe('duplicates', () => {
	it('exact ones are grouped, near ones paired, and short texts compared whole', () => {
		const long = 'one two three four five six seven eight nine ten eleven twelve';
		const { exact, near } = findDuplicates([long, 'short', `${long} thirteen`, long, 'Short!', 'other', '']);
		expect(exact).toEqual([[0, 3]]);
		expect(near).toEqual([
			{ a: 0, b: 2, jaccard: 10 / 11 },
			{ a: 1, b: 4, jaccard: 1 },
		]);
	});

	it('are found exactly as by comparing every pair', () => {
		const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 }).map((list) => list.join(' '));
		const shingles = (of: string): Set<string> => {
			const all = words(of);
			if (all.length <= 3) return new Set(all.length === 0 ? [] : [all.join(' ')]);
			return new Set(all.slice(2).map((_, i) => all.slice(i, i + 3).join(' ')));
		};
		fc.assert(
			fc.property(fc.array(text, { maxLength: 25 }), fc.constantFrom(0.3, 0.5, 0.8, 1), (texts, threshold) => {
				const expected: { a: number; b: number; jaccard: number }[] = [];
				for (let b = 0; b < texts.length; b++) {
					if (texts.indexOf(texts[b] as string) < b) continue;
					for (let a = 0; a < b; a++) {
						if (texts.indexOf(texts[a] as string) < a) continue;
						const similarity = jaccard(shingles(texts[a] as string), shingles(texts[b] as string));
						if (similarity >= threshold) expected.push({ a, b, jaccard: similarity });
					}
				}
				expected.sort((p, q) => p.a - q.a || p.b - q.b);
				expect(findDuplicates(texts, threshold).near).toEqual(expected);
			}),
			{ numRuns: 300 },
		);
	});
});
