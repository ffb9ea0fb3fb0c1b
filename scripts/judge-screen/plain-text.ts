/**
 * A text as lines that a terminal can show safely: control characters and escape sequences of a document must not
 * reach it (they could clear the screen or worse), nor may marks that turn the direction of text around.
 */
export function plainLines(text: string): readonly string[] {
	return text
		.replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
		.replaceAll('\t', '    ')
		.split('\n')
		.map((line) => line.replace(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd').trimEnd());
}
