import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusOrder, toIndexed, topCandidates } from './ranking.ts';

const scores = fc.array(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.double({ noNaN: true, noDefaultInfinity: true })), {
	maxLength: 80,
});

describe('topCandidates', () => {
	it('is the head of a full sort by score descending, then candidate number', () => {
		fc.assert(
			fc.property(scores, fc.nat(90), (values, depth) => {
				const expected = values
					.map((_, candidate) => candidate)
					.sort((x, y) => (values[y] as number) - (values[x] as number) || x - y)
					.slice(0, depth);
				expect([...topCandidates(Float64Array.from(values), depth)]).toEqual(expected);
			}),
		);
	});

	it('never ranks a candidate that was taken out', () => {
		fc.assert(
			fc.property(scores, fc.nat(90), (values, out) => {
				const marked = Float64Array.from(values);
				if (out < marked.length) marked[out] = Number.NEGATIVE_INFINITY;
				expect([...topCandidates(marked, 100)]).not.toContain(out < marked.length ? out : -1);
			}),
		);
	});
});

describe('toIndexed', () => {
	it('gives THE order whatever order the retriever returned', () => {
		fc.assert(
			fc.property(scores, fc.infiniteStream(fc.nat()), (values, keys) => {
				const corpus = values.map((_, docIndex) => ({ id: `d${docIndex}` }));
				const order = corpusOrder(corpus);
				const ranking = values.map((score, docIndex) => ({ docId: `d${docIndex}`, score }));
				const mixed = ranking
					.map((entry) => ({ entry, key: keys.next().value as number }))
					.sort((x, y) => x.key - y.key)
					.map(({ entry }) => entry);
				const source = { retriever: 'r', queryId: 'q' };
				expect(toIndexed(mixed, order, 50, source)).toEqual(toIndexed(ranking, order, 50, source));
			}),
		);
	});
});
