/**
 * Windows of a text of at most `limit` tokens each, cut at the ends of sentences where they fit and at spaces where a
 * sentence alone is too long; in order, covering the whole text. A single word over the limit stays whole, and the
 * embedder truncates it.
 * @param count tokens of a text, special tokens and prefix included
 */
export function chunkText(text: string, limit: number, count: (text: string) => number): readonly string[] {
	if (count(text) <= limit) return [text];
	const pieces = text
		.split(/(?<=[.!?])\s+|\n+/u)
		.map((sentence) => sentence.trim())
		.filter((sentence) => sentence !== '')
		.flatMap((sentence) => (count(sentence) <= limit ? [sentence] : words(sentence, limit, count)));
	return packed(pieces, limit, count);
}

function words(sentence: string, limit: number, count: (text: string) => number): readonly string[] {
	return packed(sentence.split(/\s+/u), limit, count);
}

/** Joins neighbours as long as they fit; the sum of the parts' tokens tells roughly, the count of the whole decides. */
function packed(pieces: readonly string[], limit: number, count: (text: string) => number): readonly string[] {
	const frame = count('');
	const windows: string[] = [];
	let window = '';
	let tokens = frame;
	for (const piece of pieces) {
		const own = count(piece) - frame;
		const longer = window === '' ? piece : `${window} ${piece}`;
		if (window !== '' && (tokens + own > limit || count(longer) > limit)) {
			windows.push(window);
			window = piece;
			tokens = frame + own;
		} else {
			window = longer;
			tokens += own;
		}
	}
	if (window !== '') windows.push(window);
	return windows;
}
