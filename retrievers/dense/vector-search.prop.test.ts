import fc from 'fast-check';
import { expect, it } from 'vitest';
import { vectorSearch } from './vector-search.ts';

// Few distinct values, so that many scores tie.
const small = fc.integer({ min: -2, max: 2 });

it('returns the best documents, ties in corpus order, each once with the score of its best vector', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 9 }).chain((dimensions) =>
				fc.record({
					dimensions: fc.constant(dimensions),
					query: fc.array(small, { minLength: dimensions, maxLength: dimensions }),
					documents: fc.array(
						fc.array(fc.array(small, { minLength: dimensions, maxLength: dimensions }), { minLength: 1, maxLength: 3 }),
						{ minLength: 1, maxLength: 30 },
					),
					depth: fc.integer({ min: 1, max: 35 }),
				}),
			),
			({ dimensions, query, documents, depth }) => {
				const rows = documents.flat();
				const owner = Int32Array.from(documents.flatMap((vectors, document) => vectors.map(() => document)));
				const search = vectorSearch(Float32Array.from(rows.flat()), dimensions, documents.length, owner);
				const found = search.search(Float32Array.from(query), depth);

				const dot = (x: readonly number[], y: readonly number[]): number =>
					x.reduce((sum, value, i) => sum + value * (y[i] as number), 0);
				const expected = documents
					.map((vectors, document) => ({ document, score: Math.max(...vectors.map((vector) => dot(vector, query))) }))
					.sort((x, y) => y.score - x.score || x.document - y.document)
					.slice(0, depth);
				expect(Array.from(found.docs)).toEqual(expected.map(({ document }) => document));
				expect(Array.from(found.scores, (score) => score + 0)).toEqual(expected.map(({ score }) => score + 0));
			},
		),
	);
});
