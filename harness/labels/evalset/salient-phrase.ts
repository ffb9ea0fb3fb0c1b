import type { CorpusWords, WordPosition } from './corpus-words.ts';

const SHORTEST = 3;
const LONGEST = 6;

/** The characters allowed between two words of one phrase: no end of a clause. */
const WITHIN = /^[\s'’\-/]*$/u;

/**
 * The most salient phrase of a document: three to six words side by side that no document besides it and `allowed`
 * holds. Salience is the mean idf of the words plus half the idf of the first and of the last, so that a phrase neither
 * begins nor ends in words that say nothing. Undefined where there is none.
 */
export function salientPhrase(
	words: CorpusWords,
	content: string,
	docIndex: number,
	allowed: ReadonlySet<number>,
): string | undefined {
	const own = words.docs[docIndex] as readonly WordPosition[];
	const idf = own.map(({ word }) => words.idf(word));
	const windows: { readonly start: number; readonly end: number; readonly score: number }[] = [];
	for (let start = 0; start < own.length; start++) {
		let sum = 0;
		for (let end = start; end < Math.min(own.length, start + LONGEST); end++) {
			if (end > start && !WITHIN.test(content.slice(own[end - 1]?.end, own[end]?.start))) break;
			sum += idf[end] as number;
			const length = end - start + 1;
			if (length < SHORTEST) continue;
			windows.push({ start, end, score: sum / length + ((idf[start] as number) + (idf[end] as number)) / 2 });
		}
	}
	// The longer of equal ones, then the earlier. Rounded, for equal means of different sums differ in the last bits.
	const rounded = ({ score }: { readonly score: number }): number => Math.round(score * 1e9);
	windows.sort((x, y) => rounded(y) - rounded(x) || y.end - y.start - (x.end - x.start) || x.start - y.start);
	const best = windows.find(({ start, end }) => {
		const phrase = own.slice(start, end + 1).map(({ word }) => word);
		return words.holdersOfPhrase(phrase).every((holder) => holder === docIndex || allowed.has(holder));
	});
	if (best === undefined) return undefined;
	return content.slice(own[best.start]?.start, own[best.end]?.end).replace(/\s+/g, ' ');
}
