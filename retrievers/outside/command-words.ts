import { BenchError } from '../../harness/errors.ts';

/**
 * The words of a command line: blanks separate, single and double quotes hold together, a backslash takes the next
 * character as it is (outside single quotes). No shell reads it, so pipes, `&&`, variables and `*` are refused or
 * plain text.
 *
 * @throws BenchError `usage` for an unfinished quote, an empty command, or what only a shell can do
 */
export function commandWords(command: string): readonly string[] {
	const words: string[] = [];
	let word: string | undefined;
	let quote = '';
	for (let i = 0; i < command.length; i++) {
		const character = command[i] as string;
		if (quote !== '' && character === quote) quote = '';
		else if (quote === "'") word += character;
		else if (character === '\\' && i + 1 < command.length) word = (word ?? '') + command[++i];
		else if (quote !== '') word += character;
		else if (character === '"' || character === "'") {
			quote = character;
			word ??= '';
		} else if (/\s/.test(character)) {
			if (word !== undefined) words.push(word);
			word = undefined;
		} else if ('|&;<>`'.includes(character))
			throw new BenchError('usage', `"${command}": ${character} needs a shell, and none reads this command`, {
				hint: `Write sh -c '...' around it, or quote the character.`,
			});
		else word = (word ?? '') + character;
	}
	if (quote !== '') throw new BenchError('usage', `"${command}" has a quote that is not closed`);
	if (word !== undefined) words.push(word);
	if (words.length === 0 || words[0] === '')
		throw new BenchError('usage', 'no command is named', { hint: 'For example exec:"python my_retriever.py".' });
	return words;
}

/** A file with an extension, a scoped package, or a name such as chroma-mcp. */
const PACKAGE = /\.[a-z]{1,4}$|^@|(mcp|server|memory)-|-(mcp|server|memory)/i;

/** A command's name in tables: the first file with an extension or package that it names, else its program. */
export function commandName(words: readonly string[]): string {
	const named = words.slice(1).find((word) => !word.startsWith('-') && PACKAGE.test(word));
	return ((named ?? words[0]) as string).replace(/^.*[\\/]/, '').replace(/(?<=.)@[\w.^~-]+$/, '');
}
