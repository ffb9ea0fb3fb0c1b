import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkText } from './chunk.ts';

/** Words and two special tokens. */
const count = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length + 2;

describe('chunkText', () => {
	it('leaves a text that fits as it is', () => {
		expect(chunkText('One  two.\nThree.', 5, count)).toEqual(['One  two.\nThree.']);
	});

	it('cuts at the ends of sentences where they fit', () => {
		expect(chunkText('One two. Three four five. Six.\nSeven eight.', 7, count)).toEqual([
			'One two. Three four five.',
			'Six. Seven eight.',
		]);
	});

	it('cuts a sentence that is too long at spaces', () => {
		expect(chunkText('a b c d e f g. h', 5, count)).toEqual(['a b c', 'd e f', 'g. h']);
	});

	it('never exceeds the limit and loses no word, whatever the text', () => {
		const word = fc.stringMatching(/^[a-z]{1,4}[.!?]?$/);
		const text = fc.array(fc.tuple(word, fc.constantFrom(' ', '\n', '  ')), { maxLength: 60 });
		fc.assert(
			fc.property(text, fc.integer({ min: 3, max: 20 }), (parts, limit) => {
				const whole = parts.map(([word, space]) => word + space).join('');
				const windows = chunkText(whole, limit, count);
				for (const window of windows) expect(count(window)).toBeLessThanOrEqual(limit);
				const words = (of: string): string[] => of.split(/\s+/).filter((part) => part !== '');
				expect(windows.flatMap(words)).toEqual(words(whole));
			}),
		);
	});
});
