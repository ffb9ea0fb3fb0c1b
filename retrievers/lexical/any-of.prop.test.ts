import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docOf } from '../testing/bm25.ts';
import { createAnyOf } from './any-of.ts';
import { COLUMNS, createLexicalTable, quoted } from './lexical-table.ts';

const words = fc.constantFrom('the', 'the', 'the', 'ledger', 'whippet', 'ledgers', 'Möwe', 'a-b', '?', 'and', '"x"');
const texts = fc.array(words, { maxLength: 12 }).map((some) => some.join(' '));

describe('the OR of phrases', () => {
	it('is what FTS5 gives for the whole query, to the last bit', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(texts, { minLength: 1, maxLength: 12 }),
				fc.array(fc.array(words, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
				fc.constantFrom('unicode61', 'porter unicode61'),
				async (contents, queries, tokenizer) => {
					const corpus = contents.map((content, i) => docOf(String(i), content, 0.5, { tags: ['the'] }));
					const table = await createLexicalTable(corpus, {
						columns: Object.keys(COLUMNS),
						tokenizer: { tokenize: tokenizer, prepare: (text) => text },
						keepText: false,
					});
					try {
						const anyOf = createAnyOf(table);
						const whole = table.database.prepare<[string], { docIndex: number; score: number }>(
							'SELECT rowid AS docIndex, -bm25(doc) AS score FROM doc WHERE doc MATCH ?',
						);
						for (const query of queries) {
							const phrases = query.map(quoted);
							const expected = new Float64Array(corpus.length);
							for (const { docIndex, score } of whole.all(phrases.join(' OR '))) {
								expect(score).toBeGreaterThan(0);
								expected[docIndex] = score;
							}
							expect(anyOf(phrases)).toEqual(expected);
						}
					} finally {
						table.close();
					}
				},
			),
			{ numRuns: 150 },
		);
	});
});
