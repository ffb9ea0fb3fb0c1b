import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../compare/verdict.ts';
import type { Dataset } from '../../contract.ts';
import { conclude } from '../../legs/retest/conclusion.ts';
import type { RetestReport, TestedVariant, VariantReport } from '../../legs/retest/report.ts';
import { retest } from '../../legs/retest/retest.ts';
import { helpful, ignorant, input, options } from '../../legs/retest/testing/example.ts';
import { formats } from '../formats/index.ts';
import { retestView } from './retest.ts';
import { conclusionParagraph } from './retest-paragraph.ts';

const subject = {
	dataset: { name: 'made-up', fingerprint: 'f'.repeat(64), corpus: [] } as unknown as Dataset,
	retriever: 'mine',
};
const renderRetest = (report: RetestReport): string =>
	formats.table.render(retestView(report, subject), { details: false });
const retestMarkdown = (report: RetestReport): string =>
	formats.markdown.render(retestView(report, subject), { details: true });
const quick = { ...options, weights: [0.5, 1], placebos: 1 };
const found = retest(input({ knows: helpful() }), quick);
const untested = retest(input({ knows: helpful({ facts: { edges: 0 } }) }), quick);

/** The same report, had its verdicts been others. */
function withVerdicts(
	report: RetestReport,
	base: Verdict,
	control: Verdict,
	source: Verdict,
	more: Partial<TestedVariant> = {},
): RetestReport {
	const variants = report.variants.map((variant): VariantReport => {
		const { tested } = variant;
		if (tested === undefined) return variant;
		const { againstBase, againstControl, againstSource } = tested;
		return {
			...variant,
			tested: {
				...tested,
				againstBase: againstBase.map((row) => ({ ...row, verdict: base })),
				againstControl: againstControl.map((row) => ({ ...row, verdict: control })),
				againstSource: againstSource.map((row) => ({ ...row, verdict: source })),
				...more,
			},
		};
	});
	return { ...report, variants, conclusion: conclude({ ...report, variants }) };
}

describe('conclusionParagraph', () => {
	test.each([
		['win', 'win', 'win', 'G helps overall, and on hard and easy taken alone: knows (hard)'],
		['win', 'win', 'win', 'Neither the base pulled deeper nor g with the documents of other queries does as well.'],
		['win', 'win', 'win', 'beside the same ones in random order: better than random.'],
		['win', 'inconclusive', 'win', 'but the base pulled deeper is not shown to do worse'],
		['win', 'win', 'inconclusive', 'but g with the documents of other queries is not shown to do worse'],
		['loss', 'inconclusive', 'win', 'G hurts overall'],
		['equivalent', 'win', 'win', 'Not one query scored differently'],
		['inconclusive', 'win', 'win', 'G is not shown to help or to hurt: overall its difference is +'],
	] as const)('%s against base, %s against control, %s against source placebo', (base, control, source, words) => {
		expect(conclusionParagraph(withVerdicts(found, base, control, source))).toContain(words);
	});

	test('a tuning that does without the leg is no gain of it', () => {
		const off = withVerdicts(found, 'equivalent', 'equivalent', 'equivalent', { switchedOff: true });
		const paragraph = conclusionParagraph(off);
		expect(off.conclusion.word).toBe('switched off');
		expect(paragraph).toContain('The tuning switched g off: what is left is the base without it');
		expect(paragraph).not.toMatch(/helps|hurts/);
		expect(renderRetest(off)).toContain('SWITCHED OFF');
	});

	test('which gains it would have found stands in the conclusion, or that this can not be told', () => {
		const power = { variant: 'knows', mde: 0.0412, simulations: 20 };
		const gains = [0.01, 0.03, 0.05].map((gain, i) => ({ gain, power: [0.05, 0.6, 0.9][i] as number }));
		expect(conclusionParagraph({ ...found, power: { ...power, gains } })).toContain(
			'finds a true gain of 0.01 in 5 % of cases, one of 0.03 in 60 % and one of 0.05 in 90 % (20 simulations each, from the differences seen with knows). With power 0.8 it finds gains from about 0.041.',
		);
		expect(conclusionParagraph({ ...found, power: { ...power, gains: [], mde: undefined } })).toContain(
			"can't be estimated: with knows too few queries score differently",
		);
	});

	test('with nothing tested it claims nothing', () => {
		const paragraph = conclusionParagraph(untested);
		expect(paragraph).toContain('0 of 1 variant of g could be tested on 120 queries (1 is given "no verdict").');
		expect(paragraph).toContain('nothing can be said');
		expect(paragraph).not.toMatch(/helps|hurts|nDCG/);
	});
});

describe('retestMarkdown', () => {
	test('the conclusion, its rules and the tables that it rests on', () => {
		const text = retestMarkdown(found);
		expect(text).toContain('### Retest of g on made-up');
		expect(text).toContain(
			'**HELPS (overall, hard, easy): G helps overall, and on hard and easy taken alone: knows (hard)',
		);
		expect(text.match(/^#### .*/gm)).toEqual(
			['Conclusion', 'Rules', 'Protocol', 'Is it a test', 'Candidates', 'Sweep', 'Verdicts', 'Power'].map(
				(name) => `#### ${name}`,
			),
		);
		// One row per scope, with its verdict.
		expect(text.split('#### Verdicts')[1]?.match(/^\| knows \|.*\*\*win\*\*/gm)).toHaveLength(3);
		for (const line of text.split('\n').filter((row) => row.startsWith('|')))
			expect(line.replaceAll('\\|', '').endsWith('|')).toBe(true);
	});

	test('nothing tested: no sweep and no verdicts', () => {
		const text = retestMarkdown(untested);
		expect(text).toContain('**NOT TESTED: nothing can be said of what g adds to a ranking here');
		expect(text).not.toContain('## Verdicts');
		expect(text).toContain('- no verdict: its graph has no edges (knows).');
	});
});

test('a corrected p is called so, and a raw one is not', () => {
	const { variants } = retestView(found, subject).data as unknown as {
		variants: { tested: { against_base: Record<string, number>[] } }[];
	};
	for (const row of variants[0]?.tested.against_base ?? []) {
		expect(row.p_studentised_corrected).toBeGreaterThanOrEqual(row.p_studentised as number);
		expect(row.p_randomisation_corrected).toBeGreaterThanOrEqual(row.p_randomisation as number);
		expect(row).toHaveProperty('p_folds_corrected');
	}
});

test('the terminal says in the verdict what a win is no win over', () => {
	expect(renderRetest(withVerdicts(found, 'win', 'inconclusive', 'inconclusive'))).toContain(
		'win, not over the control and the source placebo',
	);
	const several = renderRetest(retest(input({ knows: helpful(), guesses: ignorant(3) }), quick));
	expect(several).toContain('HELPS');
	expect(
		several
			.split('\n')
			.filter((line) => line.includes('  ') || line.includes('─'))
			.every((line) => line.length <= 100),
	).toBe(true);
});
