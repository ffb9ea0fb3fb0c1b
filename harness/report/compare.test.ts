import { describe, expect, it } from 'vitest';
import { compareRuns } from '../compare/compare-runs.ts';
import { COMPARE_DEFAULTS } from '../compare/comparison.ts';
import { runForTests } from '../testing/run-for-tests.ts';
import { renderComparison } from './compare.ts';
import { comparisonMarkdown } from './compare-markdown.ts';

const hits = (n: number, ones: number): number[] => Array.from({ length: n }, (_, i) => (i < ones ? 1 : 0));
const run = (name: string, ones: number) =>
	runForTests({ name, strata: { exact: { MRR: hits(60, 60) }, multihop: { MRR: hits(40, ones) } } });
const options = { ...COMPARE_DEFAULTS, resamples: 1000, margin: 0.02 };
const comparison = compareRuns(run('fts', 10), [run('a<b', 13)], options);

describe('comparison reports', () => {
	it('as text', () => {
		expect(renderComparison(comparison)).toMatchInlineSnapshot(`
			"dataset     made-up (ffffffffffff)
			baseline    fts
			challenger  a<b

			metric  stratum    queries  verdict         delta       95 % interval  baseline  challenger  could find  queries needed
			───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
			MRR     overall        100  inconclusive  +0.0300  -0.0143 .. +0.0771    0.7000      0.7300   >= 0.0700             345
			MRR     exact^          60  inconclusive  +0.0000  -0.0487 .. +0.0487    1.0000      1.0000
			MRR     multihop*       40  inconclusive  +0.0750  -0.0346 .. +0.1945    0.2500      0.3250   >= 0.1750             136

			metric  stratum    P(Δ<=0)  p randomisation  p holm  p studentised  p holm  p equivalence  p holm  p paired t   d_z  wins/ties/losses
			─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
			MRR     overall     0.0330            0.250   0.750          0.178   0.522          0.833   1.000       0.083  0.17            3/97/0
			MRR     exact^      1.0000            1.000   1.000          1.000   1.000          0.298   0.893           -     -            0/60/0
			MRR     multihop*   0.0330            0.250   0.750          0.174   0.522          0.930   1.000       0.083  0.28            3/37/0

			win, loss: the p of the studentised bootstrap is below 0.05, corrected over all strata of a metric (holm), and the 95 % interval (studentised, 1,000 resamples; of each row alone) lies wholly on one side of 0.
			equivalent: the p of two one-sided tests ("p equivalence"), corrected likewise, is below 0.05 and the interval lies inside ±0.02.
			inconclusive: "could find" is the smallest delta found with power 0.8 at level 0.0167; "queries needed" is for a true delta as large as the seen one, power 0.8.
			* fewer than 50 queries: only large differences can be found here.
			^ the baseline has the largest possible value on every query: a win is impossible here."
		`);
	});

	it('as Markdown', () => {
		expect(comparisonMarkdown(comparison)).toMatchInlineSnapshot(`
			"### a&lt;b against fts

			Dataset made-up (\`ffffffffffff\`), paired by query.

			| metric | stratum | system | queries | verdict | delta | 95 % interval | baseline | challenger | p (holm) | could find | queries needed |
			|:---|:---|:---|---:|:---|---:|---:|---:|---:|---:|---:|---:|
			| MRR | overall | a&lt;b | 100 | **inconclusive** | +0.0300 | -0.0143 .. +0.0771 | 0.7000 | 0.7300 | 0.522 | &gt;= 0.0700 | 345 |
			| MRR | exact^ | a&lt;b | 60 | **inconclusive** | +0.0000 | -0.0487 .. +0.0487 | 1.0000 | 1.0000 | 1.000 |  |  |
			| MRR | multihop\\* | a&lt;b | 40 | **inconclusive** | +0.0750 | -0.0346 .. +0.1945 | 0.2500 | 0.3250 | 0.522 | &gt;= 0.1750 | 136 |

			- win, loss: the p of the studentised bootstrap is below 0.05, corrected over all strata of a metric (holm), and the 95 % interval (studentised, 1,000 resamples; of each row alone) lies wholly on one side of 0.
			- equivalent: the p of two one-sided tests ("p equivalence"), corrected likewise, is below 0.05 and the interval lies inside ±0.02.
			- inconclusive: "could find" is the smallest delta found with power 0.8 at level 0.0167; "queries needed" is for a true delta as large as the seen one, power 0.8.
			- \\* fewer than 50 queries: only large differences can be found here.
			- ^ the baseline has the largest possible value on every query: a win is impossible here.

			"
		`);
	});

	it('colours verdicts and nothing else', () => {
		const painted = renderComparison(comparison, (verdict, text) => (verdict === 'inconclusive' ? `[${text}]` : text));
		expect(painted.match(/\[[a-z]+\]/g)).toEqual(['[inconclusive]', '[inconclusive]', '[inconclusive]']);
	});
});
