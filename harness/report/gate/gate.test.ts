import { describe, expect, it } from 'vitest';
import { judgeGate } from '../../compare/gate/gate.ts';
import { readDropLimit, readFloorLimit } from '../../compare/gate/limits.ts';
import { runForTests } from '../../testing/run-for-tests.ts';
import { formats } from '../formats/index.ts';
import { gateView } from './gate.ts';

const hits = (ones: number): number[] => Array.from({ length: 60 }, (_, i) => (i < ones ? 1 : 0));
const run = (name: string, ones: number) => runForTests({ name, strata: { all: { MRR: hits(ones) } } });
const result = judgeGate(
	run('base', 30),
	run('<new> & "improved"', 27),
	{
		drops: [readDropLimit('MRR=0.2', undefined), readDropLimit('MRR/all=0.05', undefined)],
		floors: [readFloorLimit('MRR=0.5')],
		latencies: [],
	},
	{ alpha: 0.05, resamples: 1000, ci: 'bca', seed: 1 },
);

describe('gate reports', () => {
	const view = gateView(result);
	const render = (format: keyof typeof formats): string => formats[format].render(view, { details: false });

	it('table: the outcome in the first line, why, and the queries that lost', () => {
		expect(render('table')).toMatchInlineSnapshot(`
			"gate: fail (<new> & "improved" against base): 1 of 3 checks failed, 1 of 3 checks inconclusive.

			check    outcome       limit         baseline  candidate   change       95 % interval
			─────────────────────────────────────────────────────────────────────────────────────
			MRR      pass          drop <= 0.2     0.5000     0.4500  -0.0500  -0.1333 .. -0.0167
			MRR all  inconclusive  drop <= 0.05    0.5000     0.4500  -0.0500  -0.1333 .. -0.0167
			MRR      fail          >= 0.5          0.5000     0.4500

			MRR all: 60 queries can't tell whether the drop is more than 0.05 (--plan says which they can)
			MRR: the mean of 60 queries is 0.4500, below 0.5

			Queries that lost
			MRR: 3 queries lost, 0 gained; most lost first

			metric  query   stratum  baseline  candidate   change
			─────────────────────────────────────────────────────
			MRR     all_27  all        1.0000     0.0000  -1.0000
			MRR     all_28  all        1.0000     0.0000  -1.0000
			MRR     all_29  all        1.0000     0.0000  -1.0000

			The noise between builds is assumed: scores of two builds correlate by 0.9 over queries (--against <run> shows a real one).
			baseline   base  results/base
			candidate  <new> & "improved"  results/<new> & "improved""
		`);
	});

	it('JUnit: passed, skipped where inconclusive, failed; escaped', () => {
		expect(render('junit')).toMatchInlineSnapshot(`
			"<?xml version="1.0" encoding="UTF-8"?>
			<testsuites name="bench gate" tests="5" failures="1" skipped="1">
				<testsuite name="bench gate: &lt;new&gt; &amp; &quot;improved&quot; against base" tests="5" failures="1" skipped="1">
					<testcase classname="bench.gate" name="bench gate: MRR drop"><system-out>the drop is less than 0.2: even the interval&#39;s lower end is -0.1333</system-out></testcase>
					<testcase classname="bench.gate" name="bench gate: MRR all drop"><skipped message="60 queries can&#39;t tell whether the drop is more than 0.05 (--plan says which they can)"/></testcase>
					<testcase classname="bench.gate" name="bench gate: MRR floor"><failure message="the mean of 60 queries is 0.4500, below 0.5"/></testcase>
					<testcase classname="bench.gate" name="bench gate: warning"><system-out>the floor 0.5 of MRR lies within the noise of the baseline (mean 0.5000): where the scores of two builds correlate by 0.9, it would fail 37 % of the builds of unchanged quality; a floor of 0.4500 fails at most 5 % of them</system-out></testcase>
					<testcase classname="bench.gate" name="bench gate: MRR, queries that lost"><system-out>MRR: 3 queries lost, 0 gained; most lost first: all_27 1.0000 -&gt; 0.0000, all_28 1.0000 -&gt; 0.0000, all_29 1.0000 -&gt; 0.0000</system-out></testcase>
				</testsuite>
			</testsuites>"
		`);
	});

	it('GitHub annotations, with the queries that lost', () => {
		expect(render('github')).toMatchInlineSnapshot(`
			"::notice title=bench gate%3A MRR drop::the drop is less than 0.2: even the interval's lower end is -0.1333
			::warning title=bench gate%3A MRR all drop::60 queries can't tell whether the drop is more than 0.05 (--plan says which they can)
			::error title=bench gate%3A MRR floor::the mean of 60 queries is 0.4500, below 0.5
			::notice title=bench gate%3A warning::the floor 0.5 of MRR lies within the noise of the baseline (mean 0.5000): where the scores of two builds correlate by 0.9, it would fail 37 %25 of the builds of unchanged quality; a floor of 0.4500 fails at most 5 %25 of them
			::notice title=bench gate%3A MRR%2C queries that lost::MRR: 3 queries lost, 0 gained; most lost first: all_27 1.0000 -> 0.0000, all_28 1.0000 -> 0.0000, all_29 1.0000 -> 0.0000"
		`);
	});

	it('Markdown', () => {
		expect(render('markdown')).toMatchInlineSnapshot(`
			"### bench gate: &lt;new&gt; &amp; "improved" against base

			**gate: fail (&lt;new&gt; &amp; "improved" against base): 1 of 3 checks failed, 1 of 3 checks inconclusive.**

			> **Note:** the floor 0.5 of MRR lies within the noise of the baseline (mean 0.5000): where the scores of two builds correlate by 0.9, it would fail 37 % of the builds of unchanged quality; a floor of 0.4500 fails at most 5 % of them

			\`\`\`text
			MRR      ┊          ├────────────▲────┤  │  -0.0500  pass
			MRR all             ├────────────○────┤  │  -0.0500  inconclusive
			         -0.2000                   +0.0000  <new> & "improved" minus base, 95 %
			\`\`\`

			| check | outcome | limit | baseline | candidate | change | 95 % interval |
			|:---|:---|:---|---:|---:|---:|---:|
			| MRR | **pass** | drop &lt;= 0.2 | 0.5000 | 0.4500 | -0.0500 | -0.1333 .. -0.0167 |
			| MRR all | **inconclusive** | drop &lt;= 0.05 | 0.5000 | 0.4500 | -0.0500 | -0.1333 .. -0.0167 |
			| MRR | **fail** | &gt;= 0.5 | 0.5000 | 0.4500 |  |  |

			- MRR all: 60 queries can't tell whether the drop is more than 0.05 (--plan says which they can)
			- MRR: the mean of 60 queries is 0.4500, below 0.5

			#### Queries that lost

			MRR: 3 queries lost, 0 gained; most lost first

			| metric | query | stratum | baseline | candidate | change |
			|:---|:---|:---|---:|---:|---:|
			| MRR | all\\_27 | all | 1.0000 | 0.0000 | -1.0000 |
			| MRR | all\\_28 | all | 1.0000 | 0.0000 | -1.0000 |
			| MRR | all\\_29 | all | 1.0000 | 0.0000 | -1.0000 |

			- The noise between builds is assumed: scores of two builds correlate by 0.9 over queries (--against &lt;run&gt; shows a real one).
			- baseline   base  results/base
			- candidate  &lt;new&gt; &amp; "improved"  results/&lt;new&gt; &amp; "improved""
		`);
	});
});
