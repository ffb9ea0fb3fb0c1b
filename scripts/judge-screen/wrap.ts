const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** East Asian wide and fullwidth blocks (Unicode Standard Annex 11), which take two columns. */
const wide =
	/^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const emoji = /^\p{Emoji_Presentation}|\ufe0f/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const printableAscii = /^[\x20-\x7e]*$/;

/** Columns that a text without control characters takes in a terminal. */
export function displayWidth(text: string): number {
	if (printableAscii.test(text)) return text.length;
	let width = 0;
	for (const { segment } of graphemes.segment(text)) width += segmentWidth(segment);
	return width;
}

function segmentWidth(segment: string): number {
	if (invisible.test(segment)) return 0;
	return wide.test(segment) || emoji.test(segment) ? 2 : 1;
}

/** The text cut to `columns`, an ellipsis at its end where something was cut. */
export function cutTo(text: string, columns: number): string {
	if (displayWidth(text) <= columns) return text;
	return columns < 1 ? '' : `${firstColumns(text, columns - 1)}…`;
}

function firstColumns(text: string, columns: number): string {
	let kept = '';
	let width = 0;
	for (const { segment } of graphemes.segment(text)) {
		width += segmentWidth(segment);
		if (width > columns) break;
		kept += segment;
	}
	return kept;
}

/** Lines of at most `columns`, broken at spaces; a word that is longer than a line is broken where the line ends. */
export function wrap(line: string, columns: number): readonly string[] {
	const out: string[] = [];
	const indent = (/^ */.exec(line)?.[0] ?? '').slice(0, Math.floor(columns / 3));
	let current = indent;
	let width = indent.length;
	let empty = true;
	for (const word of line.trim().split(/ +/)) {
		const space = empty ? 0 : 1;
		const length = displayWidth(word);
		if (width + space + length <= columns) {
			current += (space === 1 ? ' ' : '') + word;
			width += space + length;
			empty = false;
			continue;
		}
		if (!empty) out.push(current);
		let rest = empty ? indent + word : word;
		while (displayWidth(rest) > columns) {
			// At least one character a line, however narrow the window.
			const head = firstColumns(rest, columns) || [...rest].slice(0, 1).join('');
			out.push(head);
			rest = rest.slice(head.length);
		}
		current = rest;
		width = displayWidth(rest);
		empty = false;
	}
	out.push(current);
	return out;
}
