import { bottomAxis, linearOver, WIDTH } from './axis.ts';
import type { Drawn, ThresholdsFigure, ThresholdsRow } from './figure.ts';
import { markAt, shapesInWords } from './mark.ts';
import { drawing, label, type Svg, shorten, svg, tooltip, widthOf } from './svg.ts';

const TOP = 10;
const BAR = 14;
/** Stretches longer than this many times the largest weight that anything else needs are cut off at the edge. */
const REACH = 3;

/**
 * The weights of a leg as a bar: grey where no document of its own enters the top against full lists of the others,
 * light where it depends on those lists, dark where one enters any of them; a mark where the weight is set.
 */
export function drawThresholds(figure: ThresholdsFigure, width: number): Drawn {
	const { rows, cutoff } = figure;
	const narrow = width < WIDTH;
	const row = narrow ? 44 : 30;
	const name = Math.min(160, Math.max(60, ...rows.map((one) => widthOf(one.label) + 16)));
	const verdict = Math.min(150, Math.max(40, ...rows.map((one) => widthOf(one.word))));
	const [left, right] = narrow ? [8, width - 8] : [name, width - verdict - 20];
	const x = linearOver([endOf(rows)], [left, right], [0]).clamp(true);
	x.domain([0, x.domain()[1] ?? 1]);
	const bottom = TOP + rows.length * row;
	const marks = rows.flatMap((one, i): readonly Svg[] => {
		const top = TOP + i * row;
		const y = top + (narrow ? 28 : 15);
		const words = narrow ? top + 13 : y + 4;
		return [
			...stretches(one).map(({ from, to, shade, says }) =>
				svg('rect', { x: x(from), y: y - BAR / 2, width: x(to) - x(from), height: BAR, class: shade }, tooltip(says)),
			),
			markAt(x(one.weight), y, one.tone, `${one.label}: weight ${one.weight}, ${one.word}`),
			label(narrow ? 8 : left - 10, words, shorten(one.label, narrow ? width - verdict - 20 : left - 10), {
				'text-anchor': narrow ? 'start' : 'end',
			}),
			label(width - (narrow ? 8 : 0), words, shorten(one.word, verdict), {
				'text-anchor': 'end',
				class: `tone-${one.tone} word`,
			}),
		];
	});
	return {
		svg: drawing(width, bottom + 42, altOf(figure), [bottomAxis(x, TOP, bottom, 'weight', width), ...marks]),
		caption: `From which weight a document that only this leg returns enters the top ${cutoff}, the other legs returning full lists. Grey: at no list that they may return${rows.some(({ proven }) => !proven) ? ' (where not proven: none was found)' : ''}; light: at some; dark: at every one. The mark is the weight as set (${shapesInWords(rows)}).`,
	};
}

interface Stretch {
	readonly from: number;
	readonly to: number;
	readonly shade: string;
	readonly says: string;
}

function stretches({ easiest, hardest, proven }: ThresholdsRow): readonly Stretch[] {
	const first = easiest ?? Number.MAX_VALUE;
	const second = Math.max(first, hardest ?? Number.MAX_VALUE);
	return [
		{ from: 0, to: first, shade: 'dead', says: proven ? 'none enters' : 'none was found that enters' },
		{ from: first, to: second, shade: 'sometimes', says: 'one enters some lists' },
		{ from: second, to: Number.MAX_VALUE, shade: 'always', says: 'one enters any list' },
	].filter(({ from, to }) => from < to);
}

/** The end of the scale: past every weight that is set, and past every threshold that is not far beyond the others. */
function endOf(rows: readonly ThresholdsRow[]): number {
	const known = (value: number | null): readonly number[] => (value === null ? [] : [value]);
	const near = Math.max(0, ...rows.flatMap(({ weight, easiest }) => [weight, ...known(easiest)]));
	const hardest = rows.flatMap((row) => known(row.hardest));
	return Math.max(near, ...hardest.filter((value) => value <= REACH * near)) * 1.15 || 1;
}

function altOf({ rows, cutoff }: ThresholdsFigure): string {
	const said = rows.map(({ label: name, weight, easiest, hardest, word }) => {
		const from = easiest === null ? 'none enters at any weight' : `one can enter above ${short(easiest)}`;
		const always = hardest === null ? '' : `, against any full lists above ${short(hardest)}`;
		return `${name}: weight ${weight}, ${word}; ${from}${always}`;
	});
	return `Weights from which a leg's own documents enter the top ${cutoff}. ${said.join('. ')}.`;
}

function short(value: number): string {
	return String(Number(value.toPrecision(4)));
}
