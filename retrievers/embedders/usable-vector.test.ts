import { describe, expect, it } from 'vitest';
import { requireUsable } from './usable-vector.ts';

const row = (...values: readonly number[]) => ({ vector: Float32Array.from(values), tokens: 1 });

describe('what an embedder gives', () => {
	it.each([
		['zeros', row(0, 0, 0), 'nothing but zeros'],
		['one value', row(0.5, 0.5, 0.5), 'all equal'],
		['no number', row(0.5, Number.NaN, 0), 'no number'],
	])('%s is refused, with the index of the text and none of its words', (_, bad, message) => {
		const call = () => requireUsable('openai:m', ['fine', 'secret words'], [row(1, 0, 0), bad]);
		expect(call).toThrow(message);
		expect(call).toThrow('openai:m gave');
		expect(call).toThrow('text 2 of 2 (12 characters)');
		expect(call).not.toThrow('secret');
	});

	it('is refused where many texts have one vector, and taken where two have', () => {
		const texts = Array.from({ length: 8 }, (_, i) => `text ${i}`);
		const same = texts.map(() => row(1, 0));
		expect(() => requireUsable('m', texts, same)).toThrow('the same vector for 8 different texts');
		expect(() => requireUsable('m', texts.slice(0, 2), same.slice(0, 2))).not.toThrow();
	});
});
