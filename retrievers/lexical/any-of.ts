import type { LexicalTable } from './lexical-table.ts';

/** The -bm25() of every document for the OR of some phrases, by docIndex; -Infinity where none of them is in it. */
export type AnyOf = (phrases: readonly string[]) => Float64Array;

/** The documents that hold one phrase, and the -bm25() of each for it. */
interface Postings {
	readonly docs: Int32Array;
	readonly scores: Float64Array;
}

/**
 * Gives the scores of FTS5 for the OR of phrases (quoted), to the last bit, from its scores for each of them: bm25() is
 * a sum over phrases, in their order. FTS5 itself looks at every occurrence of every phrase in every document that holds
 * as much as a "the"; here each phrase is asked for once and its documents are kept, at most 12 bytes for each word of each
 * document, so that the common words of later queries cost nothing but the adding.
 */
export function createAnyOf({ database, docs }: LexicalTable): AnyOf {
	const matching = database
		.prepare<[string], [docIndex: number, score: number]>('SELECT rowid, -bm25(doc) FROM doc WHERE doc MATCH ?')
		.raw();
	const known = new Map<string, Postings>();

	function postings(phrase: string): Postings {
		let found = known.get(phrase);
		if (found === undefined) {
			const rows = matching.all(phrase) as unknown as readonly (readonly [number, number])[];
			found = {
				docs: Int32Array.from(rows, ([docIndex]) => docIndex),
				scores: Float64Array.from(rows, ([, score]) => score),
			};
			// A word that no document holds is not worth remembering, and queries could bring any number of them.
			if (rows.length > 0) known.set(phrase, found);
		}
		return found;
	}

	return (phrases) => {
		const sums = new Float64Array(docs).fill(Number.NEGATIVE_INFINITY);
		for (const phrase of phrases) {
			const { docs, scores } = postings(phrase);
			for (let i = 0; i < docs.length; i++) {
				const docIndex = docs[i] as number;
				const sum = sums[docIndex] as number;
				sums[docIndex] = (sum === Number.NEGATIVE_INFINITY ? 0 : sum) + (scores[i] as number);
			}
		}
		return sums;
	};
}
