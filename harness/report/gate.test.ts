import { describe, expect, it } from 'vitest';
import { judgeGate } from '../compare/gate/gate.ts';
import { readDropLimit, readFloorLimit } from '../compare/gate/limits.ts';
import { runForTests } from '../testing/run-for-tests.ts';
import { gateGithub } from './gate-github.ts';
import { gateJunit } from './gate-junit.ts';
import { gateMarkdown } from './gate-markdown.ts';

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
	it('JUnit: passed, skipped where inconclusive, failed; escaped', () => {
		expect(gateJunit(result)).toMatchInlineSnapshot(`
			"<?xml version="1.0" encoding="UTF-8"?>
			<testsuites>
				<testsuite name="bench gate: &lt;new&gt; &amp; &quot;improved&quot; against base" tests="3" failures="1" errors="0" skipped="1">
					<testcase classname="bench.gate.drop" name="MRR"/>
					<testcase classname="bench.gate.drop" name="MRR all">
						<skipped message="inconclusive: 60 queries can&apos;t tell whether the drop is more than 0.05 (--plan says which they can)"/>
					</testcase>
					<testcase classname="bench.gate.floor" name="MRR">
						<failure message="the mean of 60 queries is 0.4500, below 0.5">the mean of 60 queries is 0.4500, below 0.5</failure>
					</testcase>
				</testsuite>
			</testsuites>
			"
		`);
	});

	it('GitHub annotations', () => {
		expect(gateGithub(result)).toMatchInlineSnapshot(`
			"::notice title=bench gate%3A MRR pass::the drop is less than 0.2: even the interval's lower end is -0.1333
			::warning title=bench gate%3A MRR all inconclusive::60 queries can't tell whether the drop is more than 0.05 (--plan says which they can)
			::error title=bench gate%3A MRR fail::the mean of 60 queries is 0.4500, below 0.5
			::warning title=bench gate::the floor 0.5 of MRR lies within the noise of the baseline (mean 0.5000): where the scores of two builds correlate by 0.9, it would fail 37 %25 of the builds of unchanged quality; a floor of 0.4500 fails at most 5 %25 of them
			::notice title=bench gate%3A MRR%2C queries that lost::MRR: 3 queries lost, 0 gained; most lost first%0Aall_27: 1.0000 -> 0.0000%0Aall_28: 1.0000 -> 0.0000%0Aall_29: 1.0000 -> 0.0000"
		`);
	});

	it('Markdown', () => {
		expect(gateMarkdown(result)).toMatchInlineSnapshot(`
			"### bench gate: fail

			&lt;new&gt; &amp; "improved" against base, paired by query.

			> **Note:** the floor 0.5 of MRR lies within the noise of the baseline (mean 0.5000): where the scores of two builds correlate by 0.9, it would fail 37 % of the builds of unchanged quality; a floor of 0.4500 fails at most 5 % of them

			| check | outcome | limit | baseline | candidate | change | 95 % interval | reason |
			|:---|:---|:---|---:|---:|---:|---:|:---|
			| MRR | **pass** | drop &lt;= 0.2 | 0.5000 | 0.4500 | -0.0500 | -0.1333 .. -0.0167 | the drop is less than 0.2: even the interval's lower end is -0.1333 |
			| MRR all | **inconclusive** | drop &lt;= 0.05 | 0.5000 | 0.4500 | -0.0500 | -0.1333 .. -0.0167 | 60 queries can't tell whether the drop is more than 0.05 (--plan says which they can) |
			| MRR | **fail** | &gt;= 0.5 | 0.5000 | 0.4500 |  |  | the mean of 60 queries is 0.4500, below 0.5 |

			MRR: 3 queries lost, 0 gained; most lost first

			| query | stratum | baseline | candidate | change |
			|:---|:---|---:|---:|---:|
			| all_27 | all | 1.0000 | 0.0000 | -1.0000 |
			| all_28 | all | 1.0000 | 0.0000 | -1.0000 |
			| all_29 | all | 1.0000 | 0.0000 | -1.0000 |

			The noise between builds is assumed: scores of two builds correlate by 0.9 over queries (--against &lt;run&gt; shows a real one).

			"
		`);
	});
});
