import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text cut to `columns`, an ellipsis at its end where something was cut. */
export function cutTo(text: string, columns: number): string {
	if (stringWidth(text) <= columns) return text;
	if (columns < 1) return '';
	let kept = '';
	let width = 0;
	for (const { segment } of graphemes.segment(text)) {
		width += stringWidth(segment);
		if (width > columns - 1) break;
		kept += segment;
	}
	return `${kept}…`;
}

/**
 * Lines of at most `columns`, broken at spaces; a word that is longer than a line is broken where the line ends. All
 * lines keep the indentation of the first, up to a third of the width.
 */
export function wrap(line: string, columns: number): readonly string[] {
	const indent = (/^ */.exec(line)?.[0] ?? '').slice(0, Math.floor(columns / 3));
	const width = columns - indent.length;
	return wrapAnsi(line.trim(), width, { hard: true })
		.split('\n')
		.flatMap((part) => broken(part, width))
		.map((part) => indent + part);
}

/** A line broken between characters: wrap-ansi measures some rare clusters (musical symbols) narrower than they are. */
function broken(line: string, columns: number): readonly string[] {
	if (stringWidth(line) <= columns) return [line];
	const lines = [''];
	for (const { segment } of graphemes.segment(line)) {
		const last = lines.length - 1;
		if (stringWidth(lines[last] + segment) > columns && lines[last] !== '') lines.push(segment);
		else lines[last] += segment;
	}
	return lines;
}
