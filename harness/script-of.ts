/** Scripts by their Unicode names, most used first; anything else is `other`. */
const SCRIPTS = [
	'Latin',
	'Han',
	'Cyrillic',
	'Arabic',
	'Devanagari',
	'Hiragana',
	'Katakana',
	'Hangul',
	'Thai',
	'Greek',
	'Hebrew',
	'Bengali',
	'Tamil',
	'Telugu',
	'Georgian',
	'Armenian',
	'Khmer',
	'Lao',
	'Myanmar',
	'Ethiopic',
] as const;

const PATTERNS = SCRIPTS.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'gu')] as const);

/** The script that most letters of a text are of; `none` for a text without letters. Kana of any kind make it Japanese. */
export function scriptOf(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is meant
	if (/^[\x00-\x7f]*$/.test(text)) return /[A-Za-z]/.test(text) ? 'Latin' : 'none';
	if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'Japanese';
	let most = 0;
	let found = /\p{L}/u.test(text) ? 'other' : 'none';
	for (const [name, pattern] of PATTERNS) {
		const letters = text.match(pattern)?.length ?? 0;
		if (letters > most) [most, found] = [letters, name];
	}
	return found;
}
