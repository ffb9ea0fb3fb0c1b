import { STOP_WORDS } from './stop-words.ts';

/** Letters and digits; hyphens and points inside a word stay (`spread-spectrum`, `v1.2`). */
export const WORD = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;

/** The words of a text as written, in order. */
export function wordsOf(text: string): readonly string[] {
	return text.match(WORD) ?? [];
}

/**
 * The form under which a word is compared: NFKC, lower case, no possessive, English plural to singular by suffix. The
 * suffix rules are few and know hardly any exception: both sides of a comparison go through them, so a wrong stem that
 * is the same on both sides does no harm.
 */
export function normaliseWord(word: string): string {
	const plain = word
		.normalize('NFKC')
		.toLowerCase()
		.replace(/['’]s?$/u, '');
	if (plain.length <= 3 || !plain.endsWith('s') || /(?:ss|us|is|series|species)$/.test(plain)) return plain;
	if (plain.endsWith('ies') && plain.length > 4) return `${plain.slice(0, -3)}y`;
	if (/(?:ss|x|zz|ch|sh)es$/.test(plain)) return plain.slice(0, -2);
	return plain.slice(0, -1);
}

/** A name or keyword as a concept: its words normalised, stop words out; empty where nothing is left. */
export function normaliseName(name: string): string {
	const words = wordsOf(name).filter((word) => !isStopWord(word));
	return words.map(normaliseWord).join(' ');
}

export function isStopWord(word: string): boolean {
	return STOP_WORDS.has(word.toLowerCase().replace(/['’].*$/u, ''));
}
