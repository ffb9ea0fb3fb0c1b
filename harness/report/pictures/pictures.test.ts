import { describe, expect, it } from 'vitest';
import { NARROW, WIDTH } from './axis.ts';
import { drawFigure, figureText } from './draw.ts';
import type { Figure, ForestFigure } from './figure.ts';
import { paretoFront } from './pareto.ts';

const HOSTILE = `<script>alert(1)</script>"]]>'\u202e& --> </svg>`;

const forest: ForestFigure = {
	kind: 'forest',
	what: 'hybrid minus fts',
	confidence: '95 %',
	rows: [
		{ group: 'recall@10', label: 'overall', delta: 0.1, low: 0.05, high: 0.15, word: 'win', tone: 'good' },
		{
			group: 'recall@10',
			label: 'exact',
			delta: -0.02,
			low: -0.1,
			high: 0.05,
			mde: { loss: 0.12, gain: 0.12 },
			word: 'inconclusive',
			tone: 'open',
		},
		{ group: 'MRR', label: 'overall', delta: -0.2, low: -0.3, high: -0.1, limit: -0.05, word: 'loss', tone: 'bad' },
	],
};

const FIGURES: Readonly<Record<Figure['kind'], (name: string) => Figure>> = {
	forest: (name) => ({
		...forest,
		what: name,
		rows: forest.rows.map((row) => ({ ...row, label: name, group: name, word: name })),
	}),
	thresholds: (name) => ({
		kind: 'thresholds',
		cutoff: 10,
		rows: [
			{ label: name, weight: 0.35, easiest: 0.87, proven: true, hardest: 1.86, word: name, tone: 'special' },
			{ label: 'b', weight: 1, easiest: null, proven: true, hardest: null, word: 'reorder-only', tone: 'open' },
		],
	}),
	differences: (name) => ({
		kind: 'differences',
		what: name,
		deltas: [0.5, -0.25, 0, 0],
		mean: { value: 0.0625, low: -0.1, high: 0.2 },
		confidence: '95 %',
	}),
	tradeoff: (name) => ({
		kind: 'tradeoff',
		metric: name,
		systems: [
			{ label: name, quality: 0.5, low: 0.4, high: 0.6, p50: 1, p95: 4 },
			{ label: 'b', quality: 0.4, p50: 2, p95: 3 },
		],
	}),
	stages: (name) => ({
		kind: 'stages',
		systems: [
			{
				label: name,
				stages: [
					{ name, milliseconds: 1 },
					{ name: 'dense', milliseconds: 3 },
				],
			},
			{ label: 'b', stages: [{ name: 'dense', milliseconds: 2 }] },
		],
	}),
	'leg-matrix': (name) => ({
		kind: 'leg-matrix',
		metric: name,
		legs: [name, 'dense'],
		rows: [
			{ has: [name], value: 0.5, low: 0.4, high: 0.6, word: name, tone: 'bad' },
			{ has: [name, 'dense'], value: 0.6 },
		],
	}),
	curve: (name) => ({
		kind: 'curve',
		axis: name,
		metric: name,
		steps: [
			{ at: 0, value: 0.5 },
			{ at: 1, value: 0.6, unseen: 0.55 },
			{ at: 2, value: undefined },
			{ at: 3, value: 0.4 },
		],
		flat: { from: 1, to: 2 },
		notLive: { from: 0, to: 1, why: name },
		asSet: 1,
		chosen: { at: 1, seen: 0.6, unseen: 0.5 },
	}),
	'heat-map': (name) => ({
		kind: 'heat-map',
		metric: name,
		x: { name, values: [0, 1, 2] },
		y: { name, values: [name, 'b'] },
		values: [
			[0.1, 0.2, null],
			[0.3, 0.9, 0.4],
		],
	}),
	history: (name) => ({
		kind: 'history',
		metric: name,
		confidence: '95 %',
		points: [
			{ label: name, value: 0.5, low: 0.4, high: 0.6 },
			{ label: 'b', value: 0.3, low: 0.2, high: 0.4, loss: true },
		],
	}),
};

const all = (svg: string, pattern: RegExp): readonly RegExpMatchArray[] => [...svg.matchAll(pattern)];
const numberOf = (svg: string, pattern: RegExp): number => Number(svg.match(pattern)?.[1]);

describe.each(Object.entries(FIGURES))('%s', (_kind, figure) => {
	it.each([WIDTH, NARROW])('is an image with a text %d wide, and no value in it is broken', (width) => {
		const { svg, caption } = drawFigure(figure('plain'), width);
		expect(svg).toMatch(new RegExp(`^<svg viewBox="0 0 ${width} \\d`));
		expect(svg).toMatch(/role="img" aria-label="[^"]{20,}"/);
		expect(caption.length).toBeGreaterThan(20);
		expect(`${svg}${caption}`).not.toMatch(/NaN|undefined|Infinity|null/);
	});

	it.each([WIDTH, NARROW])('keeps hostile names text, and everything inside the picture, %d wide', (width) => {
		const { svg } = drawFigure(figure(HOSTILE), width);
		const ends = all(svg, /<(?:rect|circle)[^>]* (?:x|cx)="(-?[\d.]+)"(?:[^>]* width="([\d.]+)")?/g).map(
			([, x, wide = '0']) => [Number(x), Number(x) + Number(wide)] as const,
		);
		expect(ends.filter(([from, to]) => from < 0 || to > width)).toEqual([]);
		expect(svg).not.toMatch(/<script|\u202e|]]>|--> <|<\/svg>./);
		expect(all(svg, /<\/svg>/g)).toHaveLength(1);
	});

	it('draws the same twice, and one that has nothing in it without breaking', () => {
		expect(drawFigure(figure('plain'))).toEqual(drawFigure(figure('plain')));
		const empty = JSON.parse(JSON.stringify(figure('plain')), (key, value) =>
			['rows', 'deltas', 'systems', 'steps', 'points', 'values', 'legs'].includes(key) ? [] : value,
		) as Figure;
		expect(drawFigure(empty).svg).not.toMatch(/NaN|Infinity/);
	});
});

describe('forest plot', () => {
	const { svg, caption } = drawFigure(forest);
	const zero = numberOf(svg, /<line x1="([\d.]+)"[^>]*class="zero"/);
	const intervals = all(svg, /<line x1="([\d.]+)" x2="([\d.]+)"[^>]*class="interval tone-(\w+)"/g).map(
		([, low, high, tone]) => ({ low: Number(low), high: Number(high), tone }),
	);
	const marks = all(svg, /translate\(([\d.]+) ([\d.]+)\)/g).map(([, x]) => Number(x));
	const unit = (marks[0] as number) - zero;

	it('puts every value where the scale has it', () => {
		// 0.1 is one unit from 0: everything else follows.
		expect(intervals.map(({ low, high }) => [(low - zero) / unit, (high - zero) / unit])).toEqual([
			[expect.closeTo(0.5, 2), expect.closeTo(1.5, 2)],
			[expect.closeTo(-1, 2), expect.closeTo(0.5, 2)],
			[expect.closeTo(-3, 2), expect.closeTo(-1, 2)],
		]);
		expect(marks.map((x) => (x - zero) / unit)).toEqual([1, expect.closeTo(-0.2, 2), expect.closeTo(-2, 2)]);
	});

	it('draws the MDE from minus to plus, only where there is one, and the limit', () => {
		const bands = all(svg, /<rect x="([\d.]+)"[^>]*width="([\d.]+)"[^>]*class="band"/g);
		expect(bands).toHaveLength(1);
		const [, x, width] = bands[0] as RegExpMatchArray;
		expect((Number(x) - zero) / unit).toBeCloseTo(-1.2, 1);
		expect(Number(width) / unit).toBeCloseTo(2.4, 1);
		expect((numberOf(svg, /<line x1="([\d.]+)"[^>]*class="limit"/) - zero) / unit).toBeCloseTo(-0.5, 1);
	});

	it('lets no band of the MDE squeeze the intervals, and says so of one that is cut off', () => {
		const [first, second] = forest.rows as [ForestFigure['rows'][0], ForestFigure['rows'][0]];
		const rows = [
			{ ...first, mde: { loss: 0.9 } },
			{ ...second, mde: {} },
		];
		const drawn = drawFigure({ ...forest, rows });
		const bands = all(drawn.svg, /<rect x="([\d.]+)"[^>]*width="([\d.]+)"[^>]*class="band"/g);
		// Both reach from edge to edge: 0.9 is beyond the scale, and no gain can be found.
		expect(bands.map(([, x, width]) => [Number(x), Number(width)])).toEqual([
			[Number(bands[1]?.[1]), Number(bands[1]?.[2])],
			[Number(bands[1]?.[1]), Number(bands[1]?.[2])],
		]);
		const interval = drawn.svg.match(/<line x1="([\d.]+)" x2="([\d.]+)"[^>]*class="interval tone-good"/);
		expect((Number(interval?.[2]) - Number(interval?.[1])) / Number(bands[1]?.[2])).toBeGreaterThan(0.2);
		expect(drawn.caption).toContain('no difference that way can be found');
	});

	it('tells verdicts in words and by shape, not by colour alone', () => {
		const shapes = all(svg, /class="mark tone-\w+(?: hollow)?"><path d="([^"]+)" transform="([^"]+)"/g).map(
			([, path, transform]) => `${path}${transform?.includes('rotate') === true ? ' turned' : ''}`,
		);
		expect(new Set(shapes).size).toBe(3);
		for (const word of ['win', 'inconclusive', 'loss']) expect(svg).toContain(`>${word}</text>`);
		expect(caption).toContain('triangle up: win, open circle: inconclusive, triangle down: loss');
	});

	it('has a form in characters: rows in line, marks in order of their values', () => {
		const lines = figureText(forest) as readonly string[];
		expect(lines).toMatchInlineSnapshot(`
			[
			  "recall@10 overall                       │   ├──▲───┤  +0.1000  win",
			  "recall@10 exact                 ░├─────○┼───┤░░░░░    -0.0200  inconclusive",
			  "MRR overall        ├──────▼──────┤   ┊  │             -0.2000  loss",
			  "                   -0.3000                   +0.1500  hybrid minus fts, 95 %",
			]
		`);
		const rows = lines.slice(0, 3);
		const zeroAt = rows[0]?.indexOf('│') as number;
		expect(rows[0]?.indexOf('▲')).toBeGreaterThan(zeroAt);
		expect(rows[2]?.indexOf('▼')).toBeLessThan(zeroAt);
	});
});

describe('ordered differences', () => {
	it('draws a bar for every query that moved, in order, and counts the others', () => {
		const { svg } = drawFigure(FIGURES.differences('x'));
		const path = svg.match(/d="([^"]+)" class="bars"/)?.[1] as string;
		const bars = all(path, /M([\d.]+) ([\d.]+)V([\d.]+)/g).map(([, x, from, to]) => ({
			x: Number(x),
			size: Number(from) - Number(to),
		}));
		expect(bars).toHaveLength(2);
		const [loss, gain] = bars as [(typeof bars)[0], (typeof bars)[0]];
		expect(loss.x).toBeLessThan(gain.x);
		expect(gain.size / loss.size).toBeCloseTo(-2, 1);
		expect(svg).toContain('1 worse, 2 the same, 1 better');
	});
});

describe('Pareto front', () => {
	const point = (label: string, quality: number, p50: number) => ({ label, quality, p50, p95: p50 });
	it('keeps what nothing beats on both, equals included', () => {
		const front = paretoFront([
			point('slow and best', 0.9, 10),
			point('beaten', 0.5, 5),
			point('fast', 0.6, 1),
			point('fast too', 0.6, 1),
			point('as good, slower', 0.6, 2),
		]);
		expect(front.map(({ label }) => label)).toEqual(['fast', 'fast too', 'slow and best']);
	});
});

describe('stages', () => {
	it('stack to the total, widths in proportion', () => {
		const { svg } = drawFigure(FIGURES.stages('lexical'));
		const bars = all(svg, /<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="20"/g).map(([, x, width]) => ({
			x: Number(x),
			width: Number(width),
		}));
		const [first, second, third] = bars as [(typeof bars)[0], (typeof bars)[0], (typeof bars)[0]];
		expect(second.width / first.width).toBeCloseTo(3, 1);
		expect(second.x).toBeCloseTo(first.x + first.width, 1);
		expect(third.width / second.width).toBeCloseTo(2 / 3, 1);
	});
});

describe('heat map', () => {
	it('frames the best, is darkest there, and leaves out what has no point', () => {
		const { svg } = drawFigure(FIGURES['heat-map']('n'));
		const cells = all(svg, /class="(cell[^"]*)" fill-opacity="([\d.]+)"/g).map(([, name, strength]) => ({
			name,
			strength: Number(strength),
		}));
		expect(cells).toHaveLength(5);
		expect(cells.filter(({ name }) => name === 'cell best')).toEqual([{ name: 'cell best', strength: 0.6 }]);
	});
});

describe('thresholds', () => {
	const { svg } = drawFigure({
		kind: 'thresholds',
		cutoff: 10,
		rows: [
			{
				label: 'graph',
				weight: 0.35,
				easiest: 0.8,
				proven: true,
				hardest: 1.6,
				word: 'cannot-matter',
				tone: 'special',
			},
			{ label: 'walk', weight: 1, easiest: null, proven: true, hardest: null, word: 'reorder-only', tone: 'open' },
		],
	});
	const bars = all(svg, /<rect x="([\d.]+)"[^>]*width="([\d.]+)"[^>]*class="(dead|sometimes|always)"/g).map(
		([, x, width, shade]) => ({ from: Number(x), to: Number(x) + Number(width), shade }),
	);

	it('shades a weight by what can enter there, on one scale', () => {
		const [dead, sometimes, always, never] = bars as [Bar, Bar, Bar, Bar];
		expect(bars.map(({ shade }) => shade)).toEqual(['dead', 'sometimes', 'always', 'dead']);
		const unit = (dead.to - dead.from) / 0.8;
		expect((sometimes.to - sometimes.from) / unit).toBeCloseTo(0.8, 2);
		expect(always.to).toBeCloseTo(never.to, 1);
		const marks = all(svg, /translate\(([\d.]+) /g).map(([, x]) => (Number(x) - dead.from) / unit);
		expect(marks).toEqual([expect.closeTo(0.35, 2), expect.closeTo(1, 2)]);
	});
	type Bar = (typeof bars)[0];

	it('says the same in words', () => {
		expect(svg).toContain(
			'graph: weight 0.35, cannot-matter; one can enter above 0.8, against any full lists above 1.6',
		);
		expect(svg).toContain('walk: weight 1, reorder-only; none enters at any weight');
	});
});
