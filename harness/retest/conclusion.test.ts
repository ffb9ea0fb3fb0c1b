import { expect, test } from 'vitest';
import type { Verdict } from '../compare/verdict.ts';
import { conclude } from './conclusion.ts';
import type { RetestReport } from './report.ts';

type Verdicts = Readonly<Record<string, Verdict>>;

const rows = (verdicts: Verdicts) => Object.entries(verdicts).map(([stratum, verdict]) => ({ stratum, verdict }));

/** A report of which only the verdicts matter. */
function report(
	variants: readonly (
		| 'untested'
		| { readonly base: Verdicts; readonly control?: Verdicts; readonly placebo?: Verdicts }
	)[],
): RetestReport {
	return {
		variants: variants.map((variant, i) => ({
			label: `v${i}`,
			tested:
				variant === 'untested'
					? undefined
					: {
							againstBase: rows(variant.base),
							againstControl: rows(variant.control ?? variant.base),
							againstPlacebo: rows(variant.placebo ?? {}),
						},
		})),
	} as unknown as RetestReport;
}

const win = { overall: 'win' } as const;
const open = { overall: 'inconclusive' } as const;

test.each([
	['no variant was tested', ['untested', 'untested'], 'not tested', []],
	['a win over base, control and placebo', [{ base: win, placebo: win }, 'untested'], 'helps', ['overall']],
	['a win where nothing can be shuffled', [{ base: win }], 'helps', ['overall']],
	[
		'a win over the base that the control does as well',
		[{ base: win, control: open, placebo: win }],
		'inconclusive',
		[],
	],
	['a win over the base that the placebo does as well', [{ base: win, placebo: open }], 'inconclusive', []],
	[
		'a win in one stratum, confirmed in another only',
		[
			{
				base: { overall: 'inconclusive', a: 'win', b: 'win' },
				placebo: { overall: 'win', a: 'inconclusive', b: 'win' },
			},
		],
		'helps',
		['b'],
	],
	['one loss, no win', [{ base: { overall: 'loss' } }, { base: open }], 'hurts', ['overall']],
	[
		'a loss beside an unconfirmed win',
		[{ base: { overall: 'loss' } }, { base: win, placebo: open }],
		'inconclusive',
		[],
	],
	['all equivalent', [{ base: { overall: 'equivalent', a: 'inconclusive' } }], 'no difference', ['overall']],
	['one of two equivalent', [{ base: { overall: 'equivalent' } }, { base: open }], 'inconclusive', []],
] as const)('%s', (_, variants, word, scopes) => {
	const conclusion = conclude(report(variants));
	expect(conclusion.word).toBe(word);
	expect(conclusion.scopes).toEqual(scopes);
});

test('what a win is not a win over is named', () => {
	const { unconfirmed } = conclude(report([{ base: win, control: open, placebo: open }]));
	expect(unconfirmed).toEqual([{ variant: 'v0', scope: 'overall', by: ['control', 'placebo'] }]);
});
