/**
 * Names come from people, files and servers. On a terminal, control characters in them (colours, titles, cursor moves,
 * line breaks) would be obeyed, and in a log of GitHub's a line that begins with `::`; XML takes neither control
 * characters nor halves of surrogate pairs. They are shown as escapes instead. The one place that does this.
 */
export function plainText(text: string): string {
	return text
		.replace(UNSAFE, escapeOf)
		.replace(WORKFLOW_COMMAND, (start) => `${start.slice(0, -1)}${escapeOf(start.slice(-1))}`);
}

/** Several lines of ours, each as {@link plainText}, all but the first indented. A name may hold a line break: no command. */
export function plainLines(text: string, indent = ''): string {
	return text.split('\n').map(plainText).join(`\n${indent}`);
}

/** JSON of any value for a terminal: the same value, with what {@link plainText} escapes written as `\u....`. */
export function plainJson(value: unknown): string {
	const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return JSON.stringify(value, null, 2).replace(IN_JSON, escaped);
}

function escapeOf(character: string): string {
	const code = character.codePointAt(0) as number;
	return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
}

/** Controls, marks that turn the direction of text around, line separators, lone surrogates, and what is no character. */
const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** JSON.stringify escapes the others itself; its line breaks are the layout. */
const IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]|(?<=#)#(?=\[)/g;

/** How a line begins that GitHub's runner obeys; it leaves white space before out of account. */
const WORKFLOW_COMMAND = /^\s*:(?=:)|##(?=\[)/g;
