/**
 * Names come from people, files and servers. On a terminal, control characters in them (colours, titles, cursor moves,
 * line breaks) would be obeyed; they are shown as escapes instead.
 */
export function plainText(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
	return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) => {
		const code = character.codePointAt(0) as number;
		return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
	});
}
