import type { Doc } from '../../harness/contract.ts';
import { wordsOf } from './normalise.ts';
import { createTokenReader, readNounPhrases, type TokenReading } from './noun-phrases.ts';
import { type PhraseTrie, ROOT } from './phrase-trie.ts';

/** Tells the concepts of a document: nodes of the trie, in order of appearance, a concept as often as it appears. */
export type ConceptReader = (doc: Doc, onConcept: (node: number) => void) => void;

/**
 * Reads the concepts of documents into a trie: their tags, their expanded keywords (normalised as `normaliseName`
 * does), and what their content names.
 */
export function createConceptReader(trie: PhraseTrie): ConceptReader {
	const readToken = createTokenReader();
	// By number of the token: that of its word in the trie; -1 where it is not known yet or is several words (NFKC
	// writes some letters out with spaces).
	let wordOf = new Int32Array(1024).fill(-1);

	function extend(node: number, { number, normal }: TokenReading): number {
		if (number >= wordOf.length) {
			const larger = new Int32Array(2 * number).fill(-1);
			larger.set(wordOf);
			wordOf = larger;
		}
		const known = wordOf[number] as number;
		if (known >= 0) return trie.extend(node, known);
		const words = normal.split(' ').map(trie.wordNumber);
		if (words.length === 1) wordOf[number] = words[0] as number;
		return words.reduce(trie.extend, node);
	}

	return (doc, onConcept) => {
		for (const names of [doc.tags, doc.expandedKeywords])
			for (const name of names) {
				let node = ROOT;
				for (const word of wordsOf(name)) {
					const reading = readToken(word);
					if (!reading.isStopWord) node = extend(node, reading);
				}
				if (node !== ROOT) onConcept(node);
			}
		readNounPhrases(doc.content, readToken, (run, from, to) => {
			let node = ROOT;
			for (let i = from; i < to; i++) node = extend(node, run[i] as TokenReading);
			onConcept(node);
		});
	};
}
