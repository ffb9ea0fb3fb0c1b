import type { JsonObject } from '../../harness/contract.ts';
import { distinctTrigrams, distinctWords, segmented } from './words.ts';

/** How text becomes tokens: the same for documents and for queries. */
export interface Tokenizer {
	/** The value of FTS5's `tokenize=`. */
	readonly tokenize: string;
	/** A text as it is handed to FTS5. */
	prepare(text: string): string;
	/** The tokens that a query asks for, any of them, each once. */
	words(text: string): readonly string[];
	/** The settings that the tokens depend on besides the text. */
	readonly facts: JsonObject;
}

const asIs = (text: string): string => text;

const unicode61: Tokenizer = { tokenize: 'unicode61', prepare: asIs, words: distinctWords, facts: {} };

export const TOKENIZERS = {
	unicode61,
	porter: { ...unicode61, tokenize: 'porter unicode61' },
	trigram: { tokenize: 'trigram', prepare: asIs, words: distinctTrigrams, facts: {} },
	segment: {
		...unicode61,
		prepare: segmented,
		words: (text) => distinctWords(segmented(text)),
		// The dictionaries are ICU's, and change with it.
		facts: { icu: process.versions.icu ?? 'none' },
	},
} as const satisfies Readonly<Record<string, Tokenizer>>;

/** For the option's help. */
export const TOKENIZER_HELP =
	'unicode61 (no stemming), porter (unicode61, then the Porter stemmer for English), trigram (runs of three characters), or segment (words by ICU, for scripts without spaces)';

/**
 * The most words of a query that are looked for, the first ones: a query of 200,000 words would take minutes, and the
 * longest that production systems see have some hundreds.
 */
export const MOST_WORDS = 1000;
