import { OVERALL } from '../../compare/comparison.ts';
import type { RetestRow } from './held-out-rows.ts';
import type { Basis, Conclusion, OrderWord, Reference, RetestReport, TestedVariant } from './report.ts';

/**
 * The rules, in order; the first that holds gives the word:
 *
 * 1. No variant was tested (no edges, too little covered, or not a test at any weight tried): **not tested**.
 * 2. A variant wins, corrected, against the tuned base, and in the same scope against the control (the base tuned over
 *    its depth as well, over as many settings) and against the source placebo (the leg with other queries' documents,
 *    tuned alike), and the tuning did not switch the leg off: **helps**, there.
 * 3. A variant loses, corrected, against the base, and none wins against it anywhere: **hurts**, there.
 * 4. Every variant tested is equivalent to the base overall, within the margin that was named or, where the tuning kept
 *    the leg, because no query scored differently: **no difference**.
 * 5. The tuning switched the leg off in every variant tested: **switched off**. The system that was compared with the
 *    base is the base, so this says nothing for the leg, and of its harm only what the sweep shows.
 * 6. Else: **inconclusive**.
 *
 * The order placebo (the same documents in random order) is no condition: a leg that is good for what it finds may
 * rank it in any order. It is reported in a word of its own, {@link orderWord}.
 */
export function conclude({ variants, options }: Pick<RetestReport, 'variants' | 'options'>): Conclusion {
	const tested = variants.flatMap(({ label, tested: found }) => (found === undefined ? [] : [{ label, found }]));
	const judged = tested.flatMap(({ label, found }) =>
		found.againstBase.map(({ stratum, verdict }) => ({ variant: label, scope: stratum, verdict, found })),
	);
	const wins = judged
		.filter(({ verdict, found }) => verdict === 'win' && !found.switchedOff)
		.map(({ variant, scope, found }) => ({ variant, scope, found, by: notBeaten(scope, found) }));
	const gains = wins
		.filter(({ by }) => by.length === 0)
		.map(({ variant, scope, found }) => ({ variant, scope, order: orderWord(scope, found) }));
	const unconfirmed = wins.filter(({ by }) => by.length > 0).map(({ variant, scope, by }) => ({ variant, scope, by }));
	const losses = judged.filter(({ verdict }) => verdict === 'loss').map(({ variant, scope }) => ({ variant, scope }));
	const switchedOff = tested.filter(({ found }) => found.switchedOff).map(({ label }) => label);
	const same = tested.every(
		({ found }) => found.againstBase.find(({ stratum }) => stratum === OVERALL)?.verdict === 'equivalent',
	);
	const evidence = { gains, unconfirmed, losses, switchedOff };
	if (tested.length === 0) return { word: 'not tested', scopes: [], ...evidence };
	if (gains.length > 0) return { word: 'helps', scopes: scopesOf(gains), ...evidence };
	if (losses.length > 0 && unconfirmed.length === 0) return { word: 'hurts', scopes: scopesOf(losses), ...evidence };
	const off = switchedOff.length === tested.length;
	if (same && (options.compare.margin !== undefined || !off))
		return { word: 'no difference', scopes: [OVERALL], ...evidence };
	if (off) return { word: 'switched off', scopes: [], ...evidence };
	return { word: 'inconclusive', scopes: [], ...evidence };
}

/** The one of the two that a variant is not shown to beat. */
export function notBeaten(
	scope: string,
	{ againstControl, againstSource }: Pick<TestedVariant, 'againstControl' | 'againstSource'>,
): readonly Reference[] {
	return [
		...(verdictIn(againstControl, scope) === 'win' ? [] : (['control'] as const)),
		...(verdictIn(againstSource, scope) === 'win' ? [] : (['source placebo'] as const)),
	];
}

/** The order placebo's reading of the leg's order. */
export function orderWord(scope: string, { againstOrder }: Pick<TestedVariant, 'againstOrder'>): OrderWord {
	if (againstOrder.length === 0) return 'none to shuffle';
	const verdict = verdictIn(againstOrder, scope);
	return verdict === 'win' ? 'better than random' : verdict === 'loss' ? 'worse than random' : 'not shown to matter';
}

function verdictIn(rows: readonly RetestRow[], scope: string): RetestRow['verdict'] | undefined {
	return rows.find(({ stratum }) => stratum === scope)?.verdict;
}

function scopesOf(rows: readonly Basis[]): readonly string[] {
	return [...new Set(rows.map(({ scope }) => scope))];
}
