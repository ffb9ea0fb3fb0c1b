import {
	type SymbolType,
	symbol,
	symbolCircle,
	symbolDiamond,
	symbolSquare,
	symbolTimes,
	symbolTriangle,
} from 'd3-shape';
import type { Tone } from '../tone.ts';
import { type Svg, svg, tooltip } from './svg.ts';

interface Shape {
	readonly type: SymbolType;
	/** Degrees. */
	readonly turned?: number;
	readonly hollow?: boolean;
	/** The same on a terminal or in Markdown. */
	readonly character: string;
	readonly inWords: string;
}

/** A shape for every meaning, so that none is told by colour alone. */
export const SHAPES: Readonly<Record<Tone, Shape>> = {
	good: { type: symbolTriangle, character: '▲', inWords: 'triangle up' },
	bad: { type: symbolTriangle, turned: 180, character: '▼', inWords: 'triangle down' },
	same: { type: symbolSquare, character: '■', inWords: 'square' },
	open: { type: symbolCircle, hollow: true, character: '○', inWords: 'open circle' },
	special: { type: symbolTimes, character: '×', inWords: 'cross' },
	quiet: { type: symbolDiamond, character: '◆', inWords: 'diamond' },
};

/** The mark of a meaning at a point. */
export function markAt(x: number, y: number, tone: Tone, words: string, size = 80): Svg {
	const { type, turned, hollow } = SHAPES[tone];
	const path = symbol(type, size)() ?? '';
	const stroked = hollow === true || type === symbolTimes;
	return svg(
		'g',
		{ class: `mark tone-${tone}${stroked ? ' hollow' : ''}` },
		svg(
			'path',
			{
				d: path,
				transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})${turned === undefined ? '' : ` rotate(${turned})`}`,
			},
			tooltip(words),
		),
	);
}

/** Which shape means what, for the words that occur: `triangle up: win, open circle: inconclusive`. */
export function shapesInWords(used: readonly { readonly tone: Tone; readonly word: string }[]): string {
	const words = new Map<Tone, Set<string>>();
	for (const { tone, word } of used) words.set(tone, (words.get(tone) ?? new Set()).add(word));
	return [...words].map(([tone, named]) => `${SHAPES[tone].inWords}: ${[...named].join(' or ')}`).join(', ');
}
