import { describe, expect, it } from 'vitest';
import { deltaCell, intervalCell, wordCell } from '../cells.ts';
import { type View, viewTable } from '../view.ts';
import { formats } from './index.ts';
import { latexText } from './latex.ts';

interface Row {
	readonly metric: string;
	readonly stratum: string;
	readonly delta: number;
	readonly interval: { readonly low: number; readonly high: number };
	readonly verdict: string;
}

const rows: readonly Row[] = [
	{ metric: 'recall@10', stratum: 'overall', delta: 0.10612345, interval: { low: 0.07, high: 0.14 }, verdict: 'win' },
	{ metric: 'MRR', stratum: 'a_b', delta: -0.02, interval: { low: -0.1, high: 0.05 }, verdict: 'inconclusive' },
];

function view(name = 'hybrid'): View {
	return {
		kind: 'comparison',
		title: `${name} against fts`,
		answer: [`${name} beats fts on recall@10 overall.`],
		warnings: ['one run is older'],
		notes: ['delta is challenger minus baseline'],
		data: { rows: rows.length },
		sections: [
			{
				name: 'verdicts',
				table: viewTable<Row>(
					[
						{ key: 'metric', header: 'metric', identifies: true, cell: ({ metric }) => metric },
						{ key: 'stratum', header: 'stratum', identifies: true, cell: ({ stratum }) => stratum },
						{
							key: 'verdict',
							header: 'verdict',
							cell: ({ verdict }) => wordCell(verdict, verdict === 'win' ? 'good' : 'open'),
						},
						{ key: 'delta', header: 'delta', align: 'right', cell: ({ delta }) => deltaCell(delta) },
						{
							key: 'ci',
							header: '95 % interval',
							align: 'right',
							dropOrder: 1,
							cell: ({ interval }) => intervalCell(interval),
						},
					],
					rows,
					({ metric }) => metric,
				),
			},
			{ name: 'tests', title: 'Tests', detail: true, findings: ['Nothing moved.'] },
		],
	};
}

const render = (format: keyof typeof formats, given = view(), details = false): string =>
	formats[format].render(given, { details });

describe('formats', () => {
	it('table: answer, short tables, notes, and that there is more', () => {
		expect(render('table')).toMatchInlineSnapshot(`
			"hybrid beats fts on recall@10 overall.

			metric     stratum  verdict         delta       95 % interval
			─────────────────────────────────────────────────────────────
			recall@10  overall  win           +0.1061  +0.0700 .. +0.1400
			─────────────────────────────────────────────────────────────
			MRR        a_b      inconclusive  -0.0200  -0.1000 .. +0.0500

			delta is challenger minus baseline

			--details shows the full tables."
		`);
		expect(render('table', view(), true)).toContain('Tests\nNothing moved.');
	});

	it('table: a narrow terminal loses the columns that may go, and is told which', () => {
		const narrow = formats.table.render(view(), { details: false, width: 50 });
		expect(
			Math.max(
				...narrow
					.split('\n')
					.filter((line) => line.includes('─'))
					.map((line) => line.length),
			),
		).toBeLessThanOrEqual(50);
		expect(narrow).toContain('not shown at 50 columns: 95 % interval');
	});

	it('csv: one value a row at full precision, intervals as two', () => {
		expect(render('csv').split('\n')).toEqual([
			'section,metric,stratum,quantity,value',
			'verdicts,recall@10,overall,verdict,win',
			'verdicts,recall@10,overall,delta,0.10612345',
			'verdicts,recall@10,overall,ci_low,0.07',
			'verdicts,recall@10,overall,ci_high,0.14',
			'verdicts,MRR,a_b,verdict,inconclusive',
			'verdicts,MRR,a_b,delta,-0.02',
			'verdicts,MRR,a_b,ci_low,-0.1',
			'verdicts,MRR,a_b,ci_high,0.05',
		]);
	});

	it('markdown: a table, the words in bold, and names that are no markup', () => {
		const heading = render('markdown', view('<img src=x> [a](b) @team #7 | `x`')).split('\n')[0];
		expect(heading).toBe('### &lt;img src=x&gt; \\[a\\](b) @\u200bteam #\u200b7 \\| \\`x\\` against fts');
		expect(render('markdown')).toContain('| recall@10 | overall | **win** | +0.1061 | +0.0700 .. +0.1400 |');
	});

	it('latex: booktabs, special characters as text', () => {
		const latex = render('latex', view('a_b & 100 % {x} \\y $z$ #1 ~^'));
		expect(latex).toContain(
			'a\\_b \\& 100 \\% \\{x\\} \\textbackslash{}y \\$z\\$ \\#1 \\textasciitilde{}\\textasciicircum{}',
		);
		expect(latex).toContain('\\midrule\nrecall@10 & overall & \\textbf{win} $\\triangle$ & $+$0.1061 &');
		expect(latex.match(/\\toprule/g)).toHaveLength(1);
	});

	it('latex: the caption says what and by which test, answer and notes stand below the table', () => {
		const latex = render('latex', { ...view(), method: '10,000 resamples; Holm' });
		const caption = latex.match(/\\caption\{(.*)\}/)?.[1];
		expect(caption).toBe(`${view().title}. 10,000 resamples; Holm.`);
		const below = latex.slice(latex.indexOf('\\end{tabular}'));
		for (const words of [...view().answer, ...view().notes]) expect(below).toContain(latexText(words));
	});

	it('latex: a character that its fonts do not have is named, for it would stop TeX', () => {
		expect(latexText('naïve 記憶 \u{1f600} ▲ …')).toBe('naïve [U+8A18][U+61B6] [U+1F600] [U+25B2] \\ldots{}');
	});

	it('html: every section, nothing from elsewhere, names as text', () => {
		const html = render('html', view('<script>alert(1)</script>"\''));
		expect(html).not.toMatch(/<script|https?:|src=|@import|url\(/);
		expect(html).toContain('&lt;script&gt;');
		expect(html).toContain('<details><summary>Tests</summary>');
		expect(html).toContain('<td class="good">win</td>');
	});

	it('json: the data alone', () => {
		expect(JSON.parse(render('json'))).toEqual({ rows: 2 });
	});

	it('junit and github: one entry a check, hostile names inert', () => {
		const checked: View = {
			...view(),
			checks: [
				{ name: 'recall@10', outcome: 'fail', message: 'drop <b> "x"' },
				{ name: 'a\n::error::b, c: d', outcome: 'inconclusive', message: '50 % \u001b[31mred' },
			],
		};
		expect(render('junit', checked)).toContain('<failure message="drop &lt;b&gt; &quot;x&quot;"/>');
		expect(render('junit', checked)).toMatch(/tests="2" failures="1" skipped="1"/);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
		expect(render('junit', checked)).not.toMatch(/\u001b/);
		const lines = render('github', checked).split('\n');
		expect(lines).toHaveLength(2);
		expect(lines[1]).toBe('::warning title=a\\x0a%3A%3Aerror%3A%3Ab%2C c%3A d::50 %25 \\x1b[31mred');
	});

	it('shows control characters and direction overrides as escapes in every format', () => {
		for (const format of Object.values(formats)) {
			// These are data: whoever shows them escapes.
			if (format.name === 'json' || format.name === 'view') continue;
			const text = format.render(view('a\u001b]0;title\u0007b\u202ec'), { details: true });
			// biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
			expect(text, format.name).not.toMatch(/[\u001b\u0007\u202e]/);
		}
	});
});

describe('long text in a table', () => {
	const long = 'a sentence that goes on and on '.repeat(6).trim();
	const wide: View = {
		...view(),
		sections: [
			{
				name: 'options',
				table: viewTable<string>(
					[
						{ key: 'name', header: 'name', identifies: true, cell: (name) => name },
						{ key: 'type', header: 'type', wraps: true, cell: () => 'number' },
						{ key: 'help', header: 'help', wraps: true, cell: () => long },
					],
					['k', 'weights'],
				),
			},
		],
	};
	const linesAt = (width?: number) =>
		formats.table.render(wide, { details: false, ...(width === undefined ? {} : { width }) }).split('\n');

	it.each([60, 80, undefined])('is broken over lines at %s columns, and nothing is lost', (width) => {
		const table = linesAt(width);
		const rows = table.slice(table.findIndex((line) => line.startsWith('k')));
		for (const line of table.filter((text) => !text.startsWith('delta')))
			expect(line.length).toBeLessThanOrEqual(width ?? 100);
		expect(rows.join(' ').split('sentence').length - 1).toBe(12);
		expect(table.join('\n')).toMatch(/^k {8}number {2}a sentence/m);
	});

	it('stands in one line where there is room', () => {
		expect(linesAt(300).filter((line) => line.includes(long))).toHaveLength(2);
	});
});

it('a result without a table is its plain values in CSV and LaTeX', () => {
	const receipt: View = {
		...view(),
		sections: [],
		data: { pool: 'a.jsonl', counts: { queries: 3 }, kept: null, list: [1] },
	};
	expect(formats.csv.render(receipt, { details: false })).toBe(
		'section,what,quantity,value\nresult,pool,value,a.jsonl\nresult,counts.queries,value,3\nresult,kept,value,',
	);
	expect(formats.latex.render(receipt, { details: false })).toContain('counts.queries & 3');
});
