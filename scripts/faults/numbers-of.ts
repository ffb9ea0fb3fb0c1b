/** Eight numbers that depend on a text alone, no two of them equal: what a server of the harness answers as its vector. */
export function numbersOf(text: string): readonly number[] {
	let state = 7;
	for (const letter of text) state = (state * 31 + (letter.codePointAt(0) as number)) % 100_003;
	return Array.from({ length: 8 }, (_, i) => (((1 + (state % 256)) * (i + 3)) % 257) - 128);
}
