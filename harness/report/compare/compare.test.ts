import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../compare/compare-runs.ts';
import { COMPARE_DEFAULTS } from '../../compare/comparison.ts';
import { runForTests } from '../../testing/run-for-tests.ts';
import { formats } from '../formats/index.ts';
import { comparisonView } from './compare.ts';
import { comparisonAnswers } from './compare-answer.ts';

const hits = (n: number, ones: number): number[] => Array.from({ length: n }, (_, i) => (i < ones ? 1 : 0));
const run = (name: string, ones: number) =>
	runForTests({ name, strata: { exact: { MRR: hits(60, 60) }, multihop: { MRR: hits(40, ones) } } });
const options = { ...COMPARE_DEFAULTS, resamples: 1000, margin: 0.02 };
const comparison = compareRuns(run('fts', 10), [run('a<b', 13)], options);

describe('comparison reports', () => {
	const view = comparisonView(comparison);

	it('as text: the answer, one short table, how to read it', () => {
		expect(formats.table.render(view, { details: false })).toMatchInlineSnapshot(`
			"a<b and fts are not told apart on MRR overall (+0.0300, 95 % -0.0143 .. +0.0771), which does not make them equal: a true difference below 0.0834 is found less than 80 % of the time.

			metric  stratum    queries  verdict         delta       95 % interval      p      MDE  n for 0.02
			─────────────────────────────────────────────────────────────────────────────────────────────────
			MRR     overall        100  inconclusive  +0.0300  -0.0143 .. +0.0771  0.178   0.0834         644
			MRR     exact^=         60  inconclusive  +0.0000  -0.0487 .. +0.0487  1.000  -0.2172         952
			MRR     multihop*       40  inconclusive  +0.0750  -0.0346 .. +0.1945  0.348  +0.3009       2,585

			MRR overall is decided alone (by default); p of the other rows is corrected for their number (holm).
			MDE (minimum detectable effect): the smallest true difference that 80 % of such comparisons find. With a sign: within what the metric allows, only a difference that way can be found. "n for 0.02": as many queries of the same kind find a true 0.02.
			* fewer than 50 queries: only large differences can be found here.
			^ the baseline has the largest possible value on every query: a win is impossible here.
			= no query moved: a true share of moved queries up to about 3/n is compatible (4.9 % of 60).
			Dataset made-up (ffffffffffff), paired by query.

			--details shows the full tables."
		`);
	});

	it('as text with every table', () => {
		const text = formats.table.render(view, { details: true });
		expect(text.slice(text.indexOf('Every metric'), text.indexOf('MRR overall is decided'))).toMatchInlineSnapshot(`
			"Every metric and stratum

			metric  stratum    family     queries  verdict         delta       95 % interval      p      MDE  n for 0.02
			────────────────────────────────────────────────────────────────────────────────────────────────────────────
			MRR     overall    primary        100  inconclusive  +0.0300  -0.0143 .. +0.0771  0.178   0.0834         644
			MRR     exact^=    secondary       60  inconclusive  +0.0000  -0.0487 .. +0.0487  1.000  -0.2172         952
			MRR     multihop*  secondary       40  inconclusive  +0.0750  -0.0346 .. +0.1945  0.348  +0.3009       2,585

			MDE (minimum detectable effect): the smallest true difference that 80 % of such comparisons find. With a sign: within what the metric allows, only a difference that way can be found. "n for 0.02": as many queries of the same kind find a true 0.02.
			* fewer than 50 queries: only large differences can be found here.
			^ the baseline has the largest possible value on every query: a win is impossible here.
			= no query moved: a true share of moved queries up to about 3/n is compatible (4.9 % of 60).

			p of every test, and corrected within its family (holm)

			metric  stratum    studentised  (holm)  randomisation  (holm)  equivalence  (holm)  paired t  P(Δ<=0)
			─────────────────────────────────────────────────────────────────────────────────────────────────────
			MRR     overall          0.178   0.178          0.250   0.250        0.833   0.833     0.083   0.0330
			MRR     exact^=          1.000   1.000          1.000   1.000        0.298   0.595         -   1.0000
			MRR     multihop*        0.174   0.348          0.250   0.500        0.930   0.930     0.083   0.0330

			primary: MRR overall (by default), decided alone; no other row changes it.
			secondary: the other rows of the metric and 2 strata (by default), one family (holm). They are judged at 0.05 where the primary question is decided (by win or loss; by "equivalent" for "equivalent") and at 0.005 where it is open, so that the chance of any false win or loss in the whole table is at most 0.055.
			win, loss: the p of the studentised bootstrap, corrected within the family (holm), is below 0.05 (0.005 for a secondary row whose primary question is open), and the 95 % interval of the row alone (studentised, 1,000 resamples) lies wholly on one side of 0. The other tests stand beside it and decide nothing.
			equivalent: the p of two one-sided tests, corrected likewise, is below 0.05 and the interval lies inside ±0.02.
			MDE: at level 0.05 or 0.0025, what a lone real difference in its family must pass; simulated from the deltas of the row.

			Means and effect sizes

			metric  stratum    baseline  challenger   d_z  95 % interval  wins  ties  losses
			────────────────────────────────────────────────────────────────────────────────
			MRR     overall      0.7000      0.7300  0.17  -0.02 .. 0.37     3    97       0
			MRR     exact^=      1.0000      1.0000     -              -     0    60       0
			MRR     multihop*    0.2500      0.3250  0.28  -0.04 .. 0.60     3    37       0

			d_z: the mean delta in standard deviations of the deltas. wins, ties, losses: queries on which the challenger scored higher, the same, lower.

			"
		`);
	});

	it('as Markdown', () => {
		expect(formats.markdown.render(view, { details: false }).split('\n').slice(0, 15)).toMatchInlineSnapshot(`
			[
			  "### a&lt;b against fts",
			  "",
			  "**a&lt;b and fts are not told apart on MRR overall (+0.0300, 95 % -0.0143 .. +0.0771), which does not make them equal: a true difference below 0.0834 is found less than 80 % of the time.**",
			  "",
			  "\`\`\`text",
			  "MRR overall (primary)          ░░░░░├┼─○──┤               +0.0300  inconclusive",
			  "MRR exact              ░░░░░░░░░░░├──○──┤░░░░░░░░░░░░░░░  +0.0000  inconclusive",
			  "MRR multihop           ░░░░░░░░░░░├──┼───○───────┤░░░░░░  +0.0750  inconclusive",
			  "                       -0.2172                   +0.2917  a<b minus fts, 95 %",
			  "\`\`\`",
			  "",
			  "| metric | stratum | queries | verdict | delta | 95 % interval | p | MDE | n for 0.02 |",
			  "|:---|:---|---:|:---|---:|---:|---:|---:|---:|",
			  "| MRR | overall | 100 | **inconclusive** | +0.0300 | -0.0143 .. +0.0771 | 0.178 | 0.0834 | 644 |",
			  "| MRR | exact^= | 60 | **inconclusive** | +0.0000 | -0.0487 .. +0.0487 | 1.000 | -0.2172 | 952 |",
			]
		`);
	});

	it('as CSV: each p alone and within its family under a name of its own', () => {
		const lines = formats.csv.render(view, { details: false }).split('\n');
		expect(lines.filter((line) => line.startsWith('tests,MRR,multihop,p_studentised'))).toEqual([
			expect.stringMatching(/^tests,MRR,multihop,p_studentised,0\.17/),
			expect.stringMatching(/^tests,MRR,multihop,p_studentised_corrected,0\.3/),
		]);
	});

	it('gives every verdict the tone of its meaning', () => {
		const column = view.sections[0]?.table?.columns.findIndex(({ key }) => key === 'verdict') ?? -1;
		expect(view.sections[0]?.table?.groups.flat().map((row) => row[column]?.tone)).toEqual(['open', 'open', 'open']);
		const won = comparisonView(compareRuns(run('fts', 10), [run('dense', 25)], { resamples: 1000 }));
		expect(won.sections[0]?.table?.groups[0]?.[0]?.[column]).toMatchObject({ text: 'win', tone: 'good' });
	});
});

describe('the answer', () => {
	const answers = (...args: Parameters<typeof compareRuns>) => comparisonAnswers(compareRuns(...args));

	it('says what is shown, where else, and where not', () => {
		expect(answers(run('fts', 10), [run('dense', 25)], { resamples: 1000 })).toEqual([
			'dense beats fts on MRR overall (+0.1500, 95 % +0.0816 .. +0.2180); also on multihop; not shown on exact, where the baseline leaves nothing to win.',
		]);
		expect(answers(run('dense', 25), [run('fts', 10)], { resamples: 1000 })[0]).toMatch(
			/^fts is worse than dense on MRR overall .*; also on multihop/,
		);
	});

	it('calls what stands behind an open question a lead', () => {
		const of = (name: string, one: readonly number[], other: readonly number[]) =>
			runForTests({ name, strata: { exact: { MRR: one }, multihop: { MRR: other } } });
		const [sentence] = answers(of('fts', hits(60, 30), hits(60, 30)), [of('dense', hits(60, 22), hits(60, 36))], {
			resamples: 1000,
		});
		expect(sentence).toMatch(/^dense and fts are not told apart on MRR overall .* which does not make them equal/);
		expect(sentence).toContain('leads, no findings: better on multihop, worse on exact.');
	});

	it('with all pairs is one sentence', () => {
		const [sentence, ...more] = answers(run('fts', 5), [run('dense', 30), run('hybrid', 28)], {
			resamples: 1000,
			allPairs: true,
		});
		expect(sentence).toBe('On MRR overall dense and hybrid are not told apart; both beat fts.');
		expect(more).toEqual([]);
	});
});
