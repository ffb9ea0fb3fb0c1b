import type { Doc } from '../../contract.ts';

/** A word where it stands in its text. */
export interface WordPosition {
	/** Lower case. */
	readonly word: string;
	readonly start: number;
	readonly end: number;
}

/** The words of every document and who holds them. */
export interface CorpusWords {
	readonly docs: readonly (readonly WordPosition[])[];
	/** DocIndices of the documents that hold a word, ascending. */
	holders(word: string): readonly number[];
	/** ln(N / document frequency): 0 for a word in every document. */
	idf(word: string): number;
	/** DocIndices of the documents in which these words are adjacent, ascending. */
	holdersOfPhrase(phrase: readonly string[]): readonly number[];
}

/** Words as `lexical-overlap.ts` sees them, with their positions. */
export function wordPositions(text: string): WordPosition[] {
	return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
		word: match[0].toLowerCase(),
		start: match.index,
		end: match.index + match[0].length,
	}));
}

export function corpusWords(corpus: readonly Doc[]): CorpusWords {
	const docs = corpus.map(({ content }) => wordPositions(content));
	const postings = new Map<string, number[]>();
	docs.forEach((words, docIndex) => {
		for (const word of new Set(words.map(({ word }) => word))) {
			const holders = postings.get(word);
			if (holders === undefined) postings.set(word, [docIndex]);
			else holders.push(docIndex);
		}
	});
	const holders = (word: string): readonly number[] => postings.get(word) ?? [];
	return {
		docs,
		holders,
		idf: (word) => Math.log(docs.length / Math.max(1, holders(word).length)),
		holdersOfPhrase(phrase) {
			if (phrase.length === 0) return [];
			const rarest = phrase.reduce((x, y) => (holders(y).length < holders(x).length ? y : x));
			return holders(rarest).filter((docIndex) => holdsPhrase(docs[docIndex] as readonly WordPosition[], phrase));
		},
	};
}

function holdsPhrase(words: readonly WordPosition[], phrase: readonly string[]): boolean {
	for (let start = 0; start + phrase.length <= words.length; start++)
		if (phrase.every((word, i) => words[start + i]?.word === word)) return true;
	return false;
}
