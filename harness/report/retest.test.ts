import { describe, expect, test } from 'vitest';
import type { Verdict } from '../compare/verdict.ts';
import type { Dataset } from '../contract.ts';
import { conclude } from '../retest/conclusion.ts';
import type { RetestReport, VariantReport } from '../retest/report.ts';
import { retest } from '../retest/retest.ts';
import { helpful, ignorant, input, options } from '../retest/testing/scene.ts';
import { renderRetest } from './retest.ts';
import { retestMarkdown } from './retest-markdown.ts';
import { conclusionParagraph } from './retest-paragraph.ts';

const subject = {
	dataset: { name: 'made-up', fingerprint: 'f'.repeat(64), corpus: [] } as unknown as Dataset,
	retriever: 'mine',
};
const quick = { ...options, weights: [0.5, 1], shuffles: 1 };
const found = retest(input({ knows: helpful() }), quick);
const untested = retest(input({ knows: helpful({ facts: { edges: 0 } }) }), quick);

/** The same report, had its verdicts been others. */
function withVerdicts(report: RetestReport, base: Verdict, control: Verdict, placebo: Verdict | 'none'): RetestReport {
	const variants = report.variants.map((variant): VariantReport => {
		const { tested } = variant;
		if (tested === undefined) return variant;
		const { againstBase, againstControl, againstPlacebo } = tested;
		return {
			...variant,
			tested: {
				...tested,
				againstBase: againstBase.map((row) => ({ ...row, verdict: base })),
				againstControl: againstControl.map((row) => ({ ...row, verdict: control })),
				againstPlacebo: placebo === 'none' ? [] : againstPlacebo.map((row) => ({ ...row, verdict: placebo })),
			},
		};
	});
	return { ...report, variants, conclusion: conclude({ ...report, variants }) };
}

describe('conclusionParagraph', () => {
	test.each([
		['win', 'win', 'win', 'G helps overall, and on hard and easy taken alone: knows (hard)'],
		['win', 'win', 'none', 'not every one of these variants has an order to shuffle'],
		['win', 'inconclusive', 'win', 'but the base pulled deeper is not shown to do worse'],
		['win', 'win', 'inconclusive', 'but the same documents in random order are not shown to do worse'],
		['loss', 'inconclusive', 'win', 'G hurts overall'],
		['equivalent', 'win', 'win', 'Not one query scored differently'],
		['inconclusive', 'win', 'win', 'That g helps or hurts is not shown: overall its difference is +'],
	] as const)('%s against base, %s against control, %s against placebo', (base, control, placebo, words) => {
		expect(conclusionParagraph(withVerdicts(found, base, control, placebo))).toContain(words);
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
		const text = retestMarkdown(found, subject);
		expect(text).toContain('# Retest of g on made-up');
		expect(text).toContain('**helps** (overall, hard, easy)');
		expect(text.match(/^## .*/gm)).toEqual(
			['Conclusion', 'Rules', 'Protocol', 'Is it a test', 'Candidates', 'Sweep', 'Verdicts'].map(
				(name) => `## ${name}`,
			),
		);
		// One row per scope.
		expect(text.match(/\*\*win\*\*/g)).toHaveLength(3);
		for (const line of text.split('\n').filter((row) => row.startsWith('|')))
			expect(line.replaceAll('\\|', '').endsWith('|')).toBe(true);
	});

	test('nothing tested: no sweep and no verdicts', () => {
		const text = retestMarkdown(untested, subject);
		expect(text).toContain('**not tested**');
		expect(text).not.toContain('## Verdicts');
		expect(text).toContain('**no verdict**: its graph has no edges (knows).');
	});
});

test('the terminal says in the verdict what a win is no win over', () => {
	expect(renderRetest(withVerdicts(found, 'win', 'inconclusive', 'inconclusive'))).toContain(
		'win, not over the control and the placebo',
	);
	const several = renderRetest(retest(input({ knows: helpful(), guesses: ignorant(3) }), quick));
	expect(several).toContain('HELPS');
	expect(several.split('\n').every((line) => line.length < 160)).toBe(true);
});
