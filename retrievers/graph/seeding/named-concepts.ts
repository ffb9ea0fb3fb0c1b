import { isStopWord, wordsOf } from '../normalise.ts';
import { canonicalName, type Vocabulary } from '../vocabulary.ts';

const LONGEST_NAME = 6;

/** The concepts of the vocabulary in a text, and the rest of it. */
export interface NamedConcepts {
	readonly concepts: readonly number[];
	/** The runs of words between the names found. */
	readonly rest: readonly string[];
}

/** The concepts that a text names: the longest name first from the left, up to six words, names not overlapping. */
export function namedConcepts(text: string, { numberOf }: Vocabulary): NamedConcepts {
	const words = wordsOf(text);
	const concepts: number[] = [];
	const rest: string[] = [];
	let unnamed: string[] = [];
	for (let at = 0; at < words.length; ) {
		const { concept, length } = nameAt(words, at, numberOf);
		if (concept === undefined) unnamed.push(words[at] as string);
		else {
			concepts.push(concept);
			if (unnamed.length > 0) rest.push(unnamed.join(' '));
			unnamed = [];
		}
		at += length;
	}
	if (unnamed.length > 0) rest.push(unnamed.join(' '));
	return { concepts: [...new Set(concepts)], rest };
}

function nameAt(
	words: readonly string[],
	at: number,
	numberOf: Vocabulary['numberOf'],
): { readonly concept: number | undefined; readonly length: number } {
	for (let length = Math.min(LONGEST_NAME, words.length - at); length > 0; length--) {
		const last = words[at + length - 1] as string;
		// A name with a stop word at its edge is found without it; a single stop word is no name.
		if (isStopWord(words[at] as string) || isStopWord(last)) continue;
		const concept = numberOf.get(canonicalName(words.slice(at, at + length).join(' ')));
		if (concept !== undefined) return { concept, length };
	}
	return { concept: undefined, length: 1 };
}
