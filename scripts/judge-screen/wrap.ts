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
	return wrapAnsi(line.trim(), columns - indent.length, { hard: true })
		.split('\n')
		.map((part) => indent + part);
}
