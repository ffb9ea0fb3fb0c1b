import type { ChatRequest } from './chat.ts';

/**
 * The part of an endpoint's message that may be shown: endpoints repeat keys and prompts, and a prompt holds text of documents.
 * Every word that was sent is an ellipsis in it, the plainest words of errors aside, and the key is `[key]`.
 */
export function shownMessage(message: string, { system, user }: ChatRequest, key: string | undefined): string {
	const sent = `${system}\n${user}`.toLowerCase();
	const words = new Set(sent.match(WORD) ?? []);
	const plain = (key === undefined ? message : message.replaceAll(key, '[key]'))
		.replace(/\\u[0-9a-f]{4}/gi, '…')
		// Scripts without spaces between words have whole sentences as one: a part of one was sent too.
		.replace(WORD, (word) =>
			words.has(word.toLowerCase()) || isPart(word.toLowerCase(), sent)
				? PLAIN.has(word.toLowerCase())
					? word
					: '…'
				: word,
		)
		.replace(/…(?:[^\p{L}\p{N}]*…)+/gu, '…')
		.replace(/\s+/g, ' ')
		.trim();
	return plain.length > 200 ? `${plain.slice(0, 199)}…` : plain;
}

/** Words that errors are made of, and that tell nothing of any document. */
const PLAIN = new Set(
	'a an and api are be by cannot error exist does do for from has have in invalid is it key limit many model must no not of on or request such support supported the this to too token tokens unknown was with you your'.split(
		' ',
	),
);

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

function isPart(word: string, sent: string): boolean {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is meant
	return (word.length > 5 || /[^\x00-\x7f]/.test(word)) && sent.includes(word);
}
