/** What search engines count as one term: a run of letters and digits, or one character of a script without spaces. */
const TERM =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{M}\p{N}]+/gu;

/** A query up to the end of its term number `most`; as it is where it has no more terms, or where `most` is 0. */
export function cutQuery(text: string, most: number): string {
	if (most === 0) return text;
	let terms = 0;
	let end = 0;
	for (const { 0: term, index } of text.matchAll(TERM)) {
		if (++terms > most) return text.slice(0, end);
		end = index + term.length;
	}
	return text;
}
