import { describe, expect, it } from 'vitest';
import { compareRuns } from '../compare/compare-runs.ts';
import { COMPARE_DEFAULTS } from '../compare/comparison.ts';
import { runForTests } from '../testing/run-for-tests.ts';
import { comparisonView } from './compare.ts';
import { comparisonAnswers } from './compare-answer.ts';
import { formats } from './formats/index.ts';

const hits = (n: number, ones: number): number[] => Array.from({ length: n }, (_, i) => (i < ones ? 1 : 0));
const run = (name: string, ones: number) =>
	runForTests({ name, strata: { exact: { MRR: hits(60, 60) }, multihop: { MRR: hits(40, ones) } } });
const options = { ...COMPARE_DEFAULTS, resamples: 1000, margin: 0.02 };
const comparison = compareRuns(run('fts', 10), [run('a<b', 13)], options);

describe('comparison reports', () => {
	const view = comparisonView(comparison);

	it('as text: the answer, one short table, how to read it', () => {
		expect(formats.table.render(view, { details: false })).toMatchInlineSnapshot();
	});

	it('as text with every table', () => {
		const text = formats.table.render(view, { details: true });
		expect(text.slice(text.indexOf('Every metric'), text.indexOf('MRR overall is decided'))).toMatchInlineSnapshot();
	});

	it('as Markdown', () => {
		expect(formats.markdown.render(view, { details: false }).split('\n').slice(0, 8)).toMatchInlineSnapshot();
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
			'dense beats fts on MRR overall (+0.1500, 95 % +0.0816 .. +0.2180); also on multihop; not shown on exact, where 60 queries find a true difference of 0.1306 80 % of the time.',
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
