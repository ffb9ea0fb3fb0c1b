import { htmlText } from '../formats/html-text.ts';

declare const markup: unique symbol;

/** SVG markup. Only the functions of this file make it, so that names of people are always text in it. */
export type Svg = string & { readonly [markup]: true };

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element; numbers are written with two decimals, attributes that are undefined not at all. */
export function svg(name: string, attributes: Attributes, ...children: readonly Svg[]): Svg {
	const written = Object.entries(attributes)
		.filter(([, value]) => value !== undefined)
		.map(([key, value]) => ` ${key}="${typeof value === 'number' ? shortNumber(value) : htmlText(String(value))}"`)
		.join('');
	return (children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`) as Svg;
}

/** Words at a point; `title` is shown where the pointer rests. */
export function label(x: number, y: number, words: string, attributes: Attributes = {}): Svg {
	return svg('text', { x, y, ...attributes }, text(words));
}

/** Several elements drawn one after another. */
export function group(attributes: Attributes, children: readonly Svg[]): Svg {
	return children.length === 0 ? ('' as Svg) : svg('g', attributes, ...children);
}

/** The text of a mark where the pointer rests. */
export function tooltip(words: string): Svg {
	return svg('title', {}, text(words));
}

/** A whole drawing of this size, in user units that are pixels at full width; `alt` is read in its place. */
export function drawing(width: number, height: number, alt: string, children: readonly Svg[]): Svg {
	return svg(
		'svg',
		{ viewBox: `0 0 ${shortNumber(width)} ${shortNumber(height)}`, width, height, role: 'img', 'aria-label': alt },
		...children,
	);
}

/** Room that words need at the size of drawings, an estimate from the safe side. */
export function widthOf(words: string): number {
	return 7.2 * [...words].length;
}

/** Words cut to fit. */
export function shorten(words: string, width: number): string {
	const characters = [...words];
	const most = Math.max(1, Math.floor(width / 7.2));
	return characters.length <= most ? words : `${characters.slice(0, most - 1).join('')}…`;
}

function text(words: string): Svg {
	return htmlText(words) as Svg;
}

function shortNumber(value: number): string {
	return String(Math.round(value * 100) / 100);
}
