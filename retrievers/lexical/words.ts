/**
 * The words of a query that FTS5 is asked for: runs of letters, digits and underscores, with the marks inside them, in
 * lower case, each once. Two words are one where unicode61 makes the same tokens of them (it drops Latin diacritics). Of
 * ASCII text these are its `[a-z0-9_]+`.
 */
export function distinctWords(text: string): readonly string[] {
	const words = new Map<string, string>();
	for (const word of text.toLowerCase().match(WORD) ?? []) {
		const folded = word.normalize('NFD').replace(/[\u0300-\u0331]/g, '');
		if (folded !== '' && !words.has(folded)) words.set(folded, word);
	}
	return [...words.values()];
}

const WORD = /[\p{L}\p{N}\p{Co}_][\p{L}\p{N}\p{M}\p{Co}_]*/gu;

/** Every run of three characters of a text's words, each once: what FTS5's trigram tokenizer indexes of them. */
export function distinctTrigrams(text: string): readonly string[] {
	const trigrams = new Set<string>();
	for (const word of text.toLowerCase().match(WORD) ?? []) {
		const characters = [...word];
		for (let i = 0; i + 3 <= characters.length; i++) trigrams.add(characters.slice(i, i + 3).join(''));
	}
	return [...trigrams];
}

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** A text with a space between its words, found by ICU's dictionary where the script writes none (UAX 29). */
export function segmented(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII has spaces where it has words
	if (/^[\x00-\x7f]*$/.test(text)) return text;
	return Array.from(SEGMENTER.segment(text), ({ segment }) => segment).join(' ');
}
