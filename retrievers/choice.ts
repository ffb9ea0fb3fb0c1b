import { BenchError } from '../harness/errors.ts';

/** What an option that takes one of a few words stands for. A word that isn't among them is an error that lists them. */
export function choice<T>(retriever: string, option: string, word: string, choices: Readonly<Record<string, T>>): T {
	const chosen = Object.hasOwn(choices, word) ? choices[word] : undefined;
	if (chosen === undefined)
		throw new BenchError('usage', `${retriever}: option ${option} can't be "${word}"`, {
			hint: `It takes ${Object.keys(choices).join(' or ')}.`,
		});
	return chosen;
}
