import { expect, test } from 'vitest';
import type { Verdict } from '../../compare/verdict.ts';
import { conclude } from './conclusion.ts';
import type { RetestReport } from './report.ts';

type Verdicts = Readonly<Record<string, Verdict>>;

const rows = (verdicts: Verdicts) => Object.entries(verdicts).map(([stratum, verdict]) => ({ stratum, verdict }));

type Given =
	| 'untested'
	| {
			readonly base: Verdicts;
			readonly control?: Verdicts;
			readonly source?: Verdicts;
			readonly order?: Verdicts;
			readonly off?: true;
	  };

/** A report of which only the verdicts matter; what is not given is as against the base. */
function report(variants: readonly Given[], margin?: number): RetestReport {
	return {
		options: { compare: { margin } },
		variants: variants.map((variant, i) => ({
			label: `v${i}`,
			tested:
				variant === 'untested'
					? undefined
					: {
							switchedOff: variant.off === true,
							againstBase: rows(variant.base),
							againstControl: rows(variant.control ?? variant.base),
							againstSource: rows(variant.source ?? variant.base),
							againstOrder: rows(variant.order ?? {}),
						},
		})),
	} as unknown as RetestReport;
}

const win = { overall: 'win' } as const;
const open = { overall: 'inconclusive' } as const;

test.each([
	['no variant was tested', ['untested', 'untested'], 'not tested', []],
	['a win over base, control and source placebo', [{ base: win }, 'untested'], 'helps', ['overall']],
	['the same, its order no better than a random one', [{ base: win, order: open }], 'helps', ['overall']],
	['a win over the base that the control does as well', [{ base: win, control: open }], 'inconclusive', []],
	['a win over the base that other documents do as well', [{ base: win, source: open }], 'inconclusive', []],
	[
		'a win in one stratum, confirmed in another only',
		[
			{
				base: { overall: 'inconclusive', a: 'win', b: 'win' },
				source: { overall: 'win', a: 'inconclusive', b: 'win' },
			},
		],
		'helps',
		['b'],
	],
	['a win of a tuning that switched the leg off', [{ base: win, off: true }, { base: open }], 'inconclusive', []],
	['one loss, no win', [{ base: { overall: 'loss' } }, { base: open }], 'hurts', ['overall']],
	[
		'a loss beside an unconfirmed win',
		[{ base: { overall: 'loss' } }, { base: win, source: open }],
		'inconclusive',
		[],
	],
	['all equivalent', [{ base: { overall: 'equivalent', a: 'inconclusive' } }], 'no difference', ['overall']],
	['one of two equivalent', [{ base: { overall: 'equivalent' } }, { base: open }], 'inconclusive', []],
	['switched off, and so the base itself', [{ base: { overall: 'equivalent' }, off: true }], 'switched off', []],
	['switched off in one of two', [{ base: open, off: true }, { base: open }], 'inconclusive', []],
] as const)('%s', (_, variants, word, scopes) => {
	const conclusion = conclude(report(variants));
	expect(conclusion.word).toBe(word);
	expect(conclusion.scopes).toEqual(scopes);
});

test('switched off and within a margin that was named: no difference', () => {
	expect(conclude(report([{ base: { overall: 'equivalent' }, off: true }], 0.05)).word).toBe('no difference');
	expect(conclude(report([{ base: open, off: true }], 0.05)).word).toBe('switched off');
});

test.each([
	['win', 'better than random'],
	['loss', 'worse than random'],
	['inconclusive', 'not shown to matter'],
	['equivalent', 'not shown to matter'],
] as const)('%s against the order placebo: %s', (verdict, word) => {
	expect(conclude(report([{ base: win, order: { overall: verdict } }])).gains[0]?.order).toBe(word);
	expect(conclude(report([{ base: win }])).gains[0]?.order).toBe('none to shuffle');
});

test('what a win is not a win over is named', () => {
	const { unconfirmed } = conclude(report([{ base: win, control: open, source: open }]));
	expect(unconfirmed).toEqual([{ variant: 'v0', scope: 'overall', by: ['control', 'source placebo'] }]);
});
