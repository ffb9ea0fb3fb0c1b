import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docOf } from '../testing/bm25.ts';
import { bestDocuments, ranksByImportance } from './best-documents.ts';

const score = fc.constantFrom(Number.NEGATIVE_INFINITY, -1, 0, 0.5, 2);

describe('bestDocuments', () => {
	it('sorts by score, then importance, then corpus order, and cuts', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(score, fc.constantFrom(0, 0.5, 1)), { maxLength: 40 }),
				fc.nat({ max: 45 }),
				(docs, depth) => {
					const corpus = docs.map(([, importance], i) => docOf(`${i}`, '', importance));
					const scores = Float64Array.from(docs, ([value]) => value);
					const importance = (i: number): number => docs[i]?.[1] as number;
					const expected = [...docs.keys()]
						.filter((i) => scores[i] !== Number.NEGATIVE_INFINITY)
						.sort((x, y) => (scores[y] as number) - (scores[x] as number) || importance(y) - importance(x) || x - y)
						.slice(0, depth);
					expect([...bestDocuments(scores, ranksByImportance(corpus), depth)]).toEqual(expected);
				},
			),
		);
	});
});
