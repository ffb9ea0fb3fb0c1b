import { OVERALL } from '../compare/comparison.ts';
import type { RetestRow } from './opponents.ts';
import type { Basis, Conclusion, Opponent, RetestReport, TestedVariant } from './report.ts';

/**
 * The rules, in order; the first that holds gives the word:
 *
 * 1. No variant was tested (no edges, too little covered, or live at no weight tried): **not tested**.
 * 2. A variant wins, corrected, against the tuned base, and in the same scope against the control (the base tuned over
 *    its depth as well, over as many settings) and against its own shuffled copies, tuned alike: **helps**, there.
 *    Where there is no order to shuffle, base and control are enough.
 * 3. A variant loses, corrected, against the base, and none wins against it anywhere: **hurts**, there.
 * 4. Every variant tested is equivalent to the base overall, within the margin that was named or because no query
 *    scored differently: **no difference**.
 * 5. Else: **inconclusive**.
 */
export function conclude({ variants }: Omit<RetestReport, 'conclusion'>): Conclusion {
	const tested = variants.flatMap(({ label, tested: found }) => (found === undefined ? [] : [{ label, found }]));
	const judged = tested.flatMap(({ label, found }) =>
		found.againstBase.map(({ stratum, verdict }) => ({
			variant: label,
			scope: stratum,
			verdict,
			by: unbeaten(stratum, found),
		})),
	);
	const wins = judged.filter(({ verdict }) => verdict === 'win');
	const gains = wins.filter(({ by }) => by.length === 0).map(({ variant, scope }) => ({ variant, scope }));
	const unconfirmed = wins.filter(({ by }) => by.length > 0).map(({ variant, scope, by }) => ({ variant, scope, by }));
	const losses = judged.filter(({ verdict }) => verdict === 'loss').map(({ variant, scope }) => ({ variant, scope }));
	const same = tested.every(
		({ found }) => found.againstBase.find(({ stratum }) => stratum === OVERALL)?.verdict === 'equivalent',
	);
	const evidence = { gains, unconfirmed, losses };
	if (tested.length === 0) return { word: 'not tested', scopes: [], ...evidence };
	if (gains.length > 0) return { word: 'helps', scopes: scopesOf(gains), ...evidence };
	if (losses.length > 0 && unconfirmed.length === 0) return { word: 'hurts', scopes: scopesOf(losses), ...evidence };
	if (same) return { word: 'no difference', scopes: [OVERALL], ...evidence };
	return { word: 'inconclusive', scopes: [], ...evidence };
}

/** Which of the two a variant is not shown to be better than. */
export function unbeaten(scope: string, { againstControl, againstPlacebo }: TestedVariant): readonly Opponent[] {
	const wins = (rows: readonly RetestRow[]): boolean =>
		rows.find(({ stratum }) => stratum === scope)?.verdict === 'win';
	return [
		...(wins(againstControl) ? [] : (['control'] as const)),
		...(againstPlacebo.length === 0 || wins(againstPlacebo) ? [] : (['placebo'] as const)),
	];
}

function scopesOf(rows: readonly Basis[]): readonly string[] {
	return [...new Set(rows.map(({ scope }) => scope))];
}
