import { expect, it } from 'vitest';
import { latencyByLength } from './latency-by-length.ts';

const ofWords = (count: number): { text: string } => ({ text: Array.from({ length: count }, () => 'word').join(' ') });
const took = (total: number): Map<string, number> =>
	new Map([
		['lexical', total / 2],
		['total', total],
	]);

it('groups queries by their words, at the limits too', () => {
	const lengths = [129, 8, 9, 32, 33, 128, 1, 5000];
	const groups = latencyByLength(
		lengths.map(ofWords),
		lengths.map((length) => took(length)),
	);
	expect(groups.map(({ fromWords, toWords, n, p50, p95 }) => [fromWords, toWords, n, p50, p95])).toEqual([
		[0, 8, 2, 1, 8],
		[9, 32, 2, 9, 32],
		[33, 128, 2, 33, 128],
		[129, undefined, 2, 129, 5000],
	]);
});

it('leaves out groups without queries, and queries that failed', () => {
	expect(latencyByLength([ofWords(3), ofWords(40), { text: '?!' }], [took(2), new Map(), took(6)])).toEqual([
		{ fromWords: 0, toWords: 8, n: 2, p50: 2, p95: 6, p99: 6, mean: 4, max: 6 },
	]);
	expect(latencyByLength([], [])).toEqual([]);
});
