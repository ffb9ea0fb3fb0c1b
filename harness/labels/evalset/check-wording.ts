import type { Doc, JsonObject } from '../../contract.ts';
import { lexicalOverlap, overlapText, wordSet, words } from '../../datasets/lexical-overlap.ts';
import { type CorpusWords, wordPositions } from './corpus-words.ts';
import { type EvalItem, type EvalStratum, relevantTo } from './item.ts';

/** The largest overlap of a paraphrase with any document that it is to find. */
export const LARGEST_OVERLAP = 0.18;

const FEWEST_WORDS = 3;
const MOST_WORDS = 60;

/** The result of a check: the measurements, or the fault and its remedy. */
export type Checked =
	| { readonly provenance: JsonObject }
	| {
			readonly problem: string;
			/** Words of the query that should go. */
			readonly shared?: readonly string[];
	  };

type Check = (text: string, item: EvalItem, corpus: readonly Doc[], corpusWords: CorpusWords) => Checked;

const CHECKS: Readonly<Record<EvalStratum, Check>> = { exact, paraphrase, multihop };

/** Checks the words of a query against what its stratum promises. */
export const checkWording: Check = (text, item, corpus, corpusWords) => {
	const count = words(text).length;
	if (count < FEWEST_WORDS) return { problem: `has fewer than ${FEWEST_WORDS} words` };
	if (count > MOST_WORDS) return { problem: `has more than ${MOST_WORDS} words` };
	if (/\p{Cc}/u.test(text)) return { problem: 'is not of one line' };
	return CHECKS[item.stratum](text, item, corpus, corpusWords);
};

function exact(text: string, item: EvalItem, _: readonly Doc[], corpusWords: CorpusWords): Checked {
	const phrase = wordPositions(text).map(({ word }) => word);
	const holders = corpusWords.holdersOfPhrase(phrase);
	if (!item.targets.every((target) => holders.includes(target))) return { problem: 'is no phrase of its document' };
	const strangers = holders.filter((holder) => !relevantTo(item).includes(holder));
	return strangers.length > 0 ? { problem: 'stands in a document besides its own' } : { provenance: {} };
}

function paraphrase(text: string, item: EvalItem, corpus: readonly Doc[]): Checked {
	const relevant = relevantTo(item).map((docIndex) => corpus[docIndex] as Doc);
	const overlap = Math.max(...relevant.map((doc) => lexicalOverlap(text, doc)));
	if (overlap <= LARGEST_OVERLAP) return { provenance: { jaccard: Number(overlap.toFixed(4)) } };
	const theirs = wordSet(relevant.map(overlapText).join(' '));
	return {
		problem: `shares too many words (Jaccard ${overlap.toFixed(2)}, at most ${LARGEST_OVERLAP})`,
		shared: [...wordSet(text)].filter((word) => theirs.has(word)),
	};
}

function multihop(text: string, { targets, entity }: EvalItem, corpus: readonly Doc[]): Checked {
	const overlaps = targets.map((docIndex) => lexicalOverlap(text, corpus[docIndex] as Doc));
	const query = ` ${words(text).join(' ')} `;
	const named = entity !== undefined && query.includes(` ${words(entity).join(' ')} `);
	return {
		provenance: {
			jaccard: Number(Math.max(...overlaps).toFixed(4)),
			// Not wrong, but then a hop is shorter: the reader should know.
			names_entity: named,
		},
	};
}
