import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Doc } from '../../contract.ts';
import { randomStream } from '../../random.ts';
import { checkWording } from './check-wording.ts';
import { corpusWords } from './corpus-words.ts';
import { isFailure, NEAR_DUPLICATE_POLICIES } from './item.ts';
import { findNearDuplicates } from './near-duplicates.ts';
import { exactItems } from './single-target.ts';

const word = fc.constantFrom('kettle', 'Ledger', 'éclair', 'x1', 'don’t', 'İzmir', 'the', 'and', '漢字', '—', '.', ',');
const corpora = fc.array(
	fc.array(word, { maxLength: 14 }).map((words) => words.join(' ')),
	{ minLength: 1, maxLength: 12 },
);

describe('exact items', () => {
	it('always pass the check of their own stratum', () => {
		fc.assert(
			fc.property(corpora, fc.constantFrom(...NEAR_DUPLICATE_POLICIES), fc.nat(100), (texts, policy, seed) => {
				const corpus = texts.map(
					(content, i): Doc => ({
						id: String(i),
						content,
						tags: [],
						expandedKeywords: [],
						importance: 0.5,
						sensitive: false,
						metadata: {},
					}),
				);
				const words = corpusWords(corpus);
				const nearDuplicates = findNearDuplicates(corpus, 0.8);
				const source = exactItems(corpus, words, nearDuplicates, policy, randomStream(seed, 'p'));
				const touched = new Set<number>();
				for (let next = source.next(); next !== undefined; next = source.next()) {
					for (const docIndex of next.targets) touched.add(docIndex);
					if (isFailure(next)) continue;
					for (const docIndex of next.nearDuplicates) touched.add(docIndex);
					expect(checkWording(next.phrase ?? '', next, corpus, words)).toEqual({ provenance: {} });
				}
				// Nothing is silently dropped: every document is a target, a duplicate of one, or a failure or its duplicate.
				for (const docIndex of corpus.keys())
					expect(touched.has(docIndex) || nearDuplicates(docIndex).some((duplicate) => touched.has(duplicate))).toBe(
						true,
					);
			}),
			{ numRuns: 200 },
		);
	});
});
