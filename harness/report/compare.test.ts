import { describe, expect, it } from 'vitest';
import { compareRuns } from '../compare/compare-runs.ts';
import { COMPARE_DEFAULTS } from '../compare/comparison.ts';
import { runForTests } from '../testing/run-for-tests.ts';
import { renderComparison } from './compare.ts';
import { comparisonAnswers } from './compare-answer.ts';
import { comparisonMarkdown } from './compare-markdown.ts';

const hits = (n: number, ones: number): number[] => Array.from({ length: n }, (_, i) => (i < ones ? 1 : 0));
const run = (name: string, ones: number) =>
	runForTests({ name, strata: { exact: { MRR: hits(60, 60) }, multihop: { MRR: hits(40, ones) } } });
const options = { ...COMPARE_DEFAULTS, resamples: 1000, margin: 0.02 };
const comparison = compareRuns(run('fts', 10), [run('a<b', 13)], options);

describe('comparison reports', () => {
	it('as text', () => {
		expect(renderComparison(comparison)).toMatchInlineSnapshot(`
			"a<b and fts are not told apart on MRR overall (+0.0300, 95 % +0.0100 .. +0.0800), which does not make them equal: a true difference below 0.0600 is found less than 80 % of the time; equivalent on exact.

			dataset     made-up (ffffffffffff)
			baseline    fts
			challenger  a<b

			metric  stratum    family     queries  verdict         delta       95 % interval  baseline  challenger  could find  queries needed
			──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
			MRR     overall    primary        100  inconclusive  +0.0300  +0.0100 .. +0.0800    0.7000      0.7300   >= 0.0600             259
			MRR     exact^=    secondary       60  equivalent    +0.0000  +0.0000 .. +0.0000    1.0000      1.0000
			MRR     multihop*  secondary       40  inconclusive  +0.0750  +0.0250 .. +0.2000    0.2500      0.3250   >= 0.2500             194

			metric  stratum    P(Δ<=0)  p randomisation   holm  p studentised   holm  p equivalence   holm  p paired t   d_z  wins/ties/losses
			──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
			MRR     overall     0.0330            0.250  0.250          0.024  0.024          0.719  0.719       0.083  0.17            3/97/0
			MRR     exact^=     1.0000            1.000  1.000          1.000  1.000              -      -           -     -            0/60/0
			MRR     multihop*   0.0330            0.250  0.500          0.024  0.048          0.900  1.000       0.083  0.28            3/37/0

			primary: MRR overall (by default), decided alone; no other row changes it.
			secondary: the other rows of the metric and 2 strata (by default), one family (holm). They are judged at 0.05 where the primary question is decided (by win or loss; by "equivalent" for "equivalent") and at 0.005 where it is open, so that the chance of any false win or loss in the whole table is at most 0.055.
			win, loss: three things agree: the p of the randomisation test and the p of the studentised bootstrap are both below 0.05, corrected within the family (holm), and the 95 % interval (bca, 1,000 resamples) lies wholly on one side of 0.
			equivalent: the p of two one-sided tests ("p equivalence"), corrected likewise, is below 0.05 and the interval lies inside ±0.02.
			inconclusive: "could find" is the smallest delta found with power 0.8 at the row's own level (0.05, 0.0025); "queries needed" is for a true delta as large as the seen one.
			* fewer than 50 queries: only large differences can be found here.
			^ the baseline has the largest possible value on every query: a win is impossible here.
			= no query moved: a true share of moved queries up to 3/n is compatible (5 % of 60)."
		`);
	});

	it('as Markdown', () => {
		expect(comparisonMarkdown(comparison)).toMatchInlineSnapshot(`
			"### a&lt;b against fts

			**a&lt;b and fts are not told apart on MRR overall (+0.0300, 95 % +0.0100 .. +0.0800), which does not make them equal: a true difference below 0.0600 is found less than 80 % of the time; equivalent on exact.**

			Dataset made-up (\`ffffffffffff\`), paired by query.

			| metric | stratum | family | system | queries | verdict | delta | 95 % interval | baseline | challenger | p randomisation (holm) | could find | queries needed |
			|:---|:---|:---|:---|---:|:---|---:|---:|---:|---:|---:|---:|---:|
			| MRR | overall | primary | a&lt;b | 100 | **inconclusive** | +0.0300 | +0.0100 .. +0.0800 | 0.7000 | 0.7300 | 0.250 | &gt;= 0.0600 | 259 |
			| MRR | exact^= | secondary | a&lt;b | 60 | **equivalent** | +0.0000 | +0.0000 .. +0.0000 | 1.0000 | 1.0000 | 1.000 |  |  |
			| MRR | multihop\\* | secondary | a&lt;b | 40 | **inconclusive** | +0.0750 | +0.0250 .. +0.2000 | 0.2500 | 0.3250 | 0.500 | &gt;= 0.2500 | 194 |

			- primary: MRR overall (by default), decided alone; no other row changes it.
			- secondary: the other rows of the metric and 2 strata (by default), one family (holm). They are judged at 0.05 where the primary question is decided (by win or loss; by "equivalent" for "equivalent") and at 0.005 where it is open, so that the chance of any false win or loss in the whole table is at most 0.055.
			- win, loss: three things agree: the p of the randomisation test and the p of the studentised bootstrap are both below 0.05, corrected within the family (holm), and the 95 % interval (bca, 1,000 resamples) lies wholly on one side of 0.
			- equivalent: the p of two one-sided tests ("p equivalence"), corrected likewise, is below 0.05 and the interval lies inside ±0.02.
			- inconclusive: "could find" is the smallest delta found with power 0.8 at the row's own level (0.05, 0.0025); "queries needed" is for a true delta as large as the seen one.
			- \\* fewer than 50 queries: only large differences can be found here.
			- ^ the baseline has the largest possible value on every query: a win is impossible here.
			- = no query moved: a true share of moved queries up to 3/n is compatible (5 % of 60).

			"
		`);
	});

	it('colours verdicts and nothing else', () => {
		const painted = renderComparison(comparison, (verdict, text) => (verdict === 'inconclusive' ? `[${text}]` : text));
		expect(painted.match(/\[[a-z]+\]/g)).toEqual(['[inconclusive]', '[inconclusive]']);
	});
});

describe('the answer', () => {
	const answers = (...args: Parameters<typeof compareRuns>) => comparisonAnswers(compareRuns(...args));

	it('says what is shown, where else, and where not', () => {
		expect(answers(run('fts', 10), [run('dense', 25)], { resamples: 1000 })).toEqual([
			'dense beats fts on MRR overall (+0.1500, 95 % +0.0900 .. +0.2200); also on multihop; equivalent on exact.',
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
