import type { LexicalTable } from './lexical-table.ts';

/**
 * The -bm25() of every document for the OR of some phrases, by docIndex; 0 where none of them is in it, and above 0
 * everywhere else, for FTS5 lets no idf be 0 or less. The array is valid, and the caller's to change, until the next call, which fills the same one again.
 */
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
	// Rows go straight from SQLite into arrays, in a third of the time that rows as objects take and without their memory.
	// `rank` is bm25(), which itself can't stand inside an aggregate.
	const foundDocs = new Int32Array(docs);
	const foundScores = new Float64Array(docs);
	const keep = (count: number, docIndex: number, rank: number): number => {
		foundDocs[count] = docIndex;
		foundScores[count] = -rank;
		return count + 1;
	};
	// The types know only aggregates of one argument; the package reads how many there are from the function.
	database.aggregate('keep_posting', { start: 0, step: keep as unknown as (count: number, value: number) => number });
	const matching = database
		.prepare<[string], number>('SELECT keep_posting(rowid, rank) FROM doc WHERE doc MATCH ?')
		.pluck();
	const known = new Map<string, Postings>();

	function postings(phrase: string): Postings {
		let found = known.get(phrase);
		if (found === undefined) {
			const count = matching.get(phrase) as number;
			found = { docs: foundDocs.slice(0, count), scores: foundScores.slice(0, count) };
			// A word that no document holds is not worth remembering, and queries could bring any number of them.
			if (count > 0) known.set(phrase, found);
		}
		return found;
	}

	const sums = new Float64Array(docs);
	return (phrases) => {
		sums.fill(0);
		for (const phrase of phrases) {
			const { docs, scores } = postings(phrase);
			for (let i = 0; i < docs.length; i++) {
				const docIndex = docs[i] as number;
				sums[docIndex] = (sums[docIndex] as number) + (scores[i] as number);
			}
		}
		return sums;
	};
}
