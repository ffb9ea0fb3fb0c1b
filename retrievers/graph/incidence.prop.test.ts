import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Doc } from '../../harness/contract.ts';
import { docOf } from '../testing/bm25.ts';
import { bipartiteCsr } from './bipartite-csr.ts';
import { bipartiteGraph } from './bipartite-graph.ts';
import { compact } from './csr.ts';
import { type Incidence, readIncidence } from './incidence.ts';
import { normaliseName } from './normalise.ts';
import { nounPhrases } from './noun-phrases.ts';

/** Concepts as sets of strings: what the trie stands for. */
function conceptsOf(doc: Doc): ReadonlySet<string> {
	const named = [...doc.tags, ...doc.expandedKeywords].map(normaliseName).filter((name) => name !== '');
	return new Set([...named, ...nounPhrases(doc.content)]);
}

function plainIncidence(corpus: readonly Doc[], minDocs: number, maxShare: number) {
	const frequency = new Map<string, number>();
	for (const doc of corpus) for (const name of conceptsOf(doc)) frequency.set(name, (frequency.get(name) ?? 0) + 1);
	const most = Math.max(minDocs, Math.floor(corpus.length * maxShare));
	const names = [...frequency].filter(([, docs]) => docs >= minDocs && docs <= most).map(([name]) => name);
	return {
		names,
		held: corpus.map((doc) => [...conceptsOf(doc)].filter((name) => names.includes(name))),
		prunedRare: [...frequency.values()].filter((docs) => docs < minDocs).length,
		prunedCommon: [...frequency.values()].filter((docs) => docs > most).length,
	};
}

function named(incidence: Incidence) {
	const names = Array.from({ length: incidence.concepts }, (_, concept) => incidence.nameOf(concept));
	const held = Array.from({ length: incidence.docs }, (_, doc) =>
		Array.from(incidence.held.slice(incidence.offsets[doc], incidence.offsets[doc + 1]), (c) => names[c] as string),
	);
	return { names, held, prunedRare: incidence.prunedRare, prunedCommon: incidence.prunedCommon };
}

// U+FDFA becomes four words under NFKC: one token whose phrase has spaces in it.
const token = fc.constantFrom(
	'the',
	'Garden',
	'gardens',
	'shed',
	'NASA',
	'v2',
	'ﷺ',
	'painted',
	'x',
	'.',
	',',
	'old',
	'12',
);
const text = fc.array(token, { maxLength: 14 }).map((tokens) => tokens.join(' '));
const corpus = fc
	.array(fc.tuple(text, fc.array(text, { maxLength: 2 })), { minLength: 1, maxLength: 8 })
	.map((docs) =>
		docs.map(([content, tags], i) => docOf(`${i}`, content, 0.5, { tags, expandedKeywords: tags.slice(1) })),
	);

describe('readIncidence', () => {
	it('takes the concepts of a document from its tags, its keywords and its content', () => {
		const doc = docOf('1', 'The router hums', 0.5, { tags: ['Home Networks', '-'], expandedKeywords: ['wifi'] });
		expect(named(readIncidence([doc], { minDocs: 1, maxShare: 1 })).names).toEqual([
			'home network',
			'wifi',
			'router hum',
		]);
	});

	it('reads, numbers, prunes and counts as sets of strings would', () => {
		fc.assert(
			fc.property(
				corpus,
				fc.integer({ min: 1, max: 3 }),
				fc.double({ min: 0, max: 1, noNaN: true }),
				(docs, min, max) => {
					const incidence = readIncidence(docs, { minDocs: min, maxShare: max });
					const plain = plainIncidence(docs, min, max);
					expect(named(incidence)).toEqual(plain);
					for (const [concept, name] of plain.names.entries()) expect(incidence.conceptOf(name)).toBe(concept);
					for (const name of docs.flatMap((doc) => [...conceptsOf(doc)]))
						if (!plain.names.includes(name)) expect(incidence.conceptOf(name)).toBeUndefined();
				},
			),
		);
	});

	it('knows many phrases apart', () => {
		const many = Array.from({ length: 3000 }, (_, i) => docOf(`${i}`, `w${i}a w${i % 7}b. w${i % 7}b w${i}a`));
		expect(named(readIncidence(many, { minDocs: 1, maxShare: 1 })).names).toEqual(plainNames(many));
	});
});

function plainNames(docs: readonly Doc[]): readonly string[] {
	return [...new Set(docs.flatMap((doc) => [...conceptsOf(doc)]))];
}

describe('bipartiteCsr', () => {
	it('is the graph of graphology in compact arrays', () => {
		fc.assert(
			fc.property(corpus, fc.integer({ min: 1, max: 2 }), (docs, minDocs) => {
				const incidence = readIncidence(docs, { minDocs, maxShare: 1 });
				expect(bipartiteCsr(incidence)).toEqual(compact(bipartiteGraph(docs, incidence)));
			}),
		);
	});
});
