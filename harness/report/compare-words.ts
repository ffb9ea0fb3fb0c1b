import { type ComparedRow, type Comparison, type ComparisonRow, FEW_QUERIES } from '../compare/comparison.ts';
import { RESERVE } from '../compare/gatekeeping.ts';
import type { Interval } from '../stats/bootstrap-interval.ts';
import { unmovedBound } from '../stats/unmoved-bound.ts';
import { mdeNotes, mdeText, queriesText } from './mde-words.ts';
import { formatCount, formatDelta } from './numbers.ts';

/** What every form of a comparison's report says in the same words. */

export function formatInterval({ low, high }: Interval): string {
	return `${formatDelta(low)} .. ${formatDelta(high)}`;
}

export function stratumLabel(row: ComparisonRow): string {
	return `${row.stratum}${row.few ? '*' : ''}${row.ceiling ? '^' : ''}${unmoved(row) ? '=' : ''}`;
}

/** The verdict, or what stands in its place: a leg that is not tested, or in brackets a lead that is no finding. */
export function verdictText({
	notATest,
	verdict,
	familyVerdict,
}: Pick<ComparedRow, 'notATest' | 'verdict' | 'familyVerdict'>): string {
	return notATest ?? (familyVerdict === verdict ? verdict : `(${familyVerdict})`);
}

/** What a verdict in brackets means. */
export const LEADS =
	'(win), (loss), (equivalent): a lead and no finding: the row is exploratory, or its primary question is open and the row alone is not strong enough. Ask it first (--primary) on queries that have not been looked at.';

function unmoved({ effect }: ComparisonRow): boolean {
	return effect.wins + effect.losses === 0;
}

/** The rule of three: the largest true share of moved queries that is compatible with none among `n`. */
export function mostThatMove(n: number, alpha: number): string {
	return percentOf(Number(unmovedBound(n, 1 - alpha, 1).toPrecision(2)));
}

/** The MDE of an inconclusive row; nothing for one that tests nothing. */
export function rowMdeText({ mde, notATest }: ComparedRow): string {
	return mde === undefined || notATest !== undefined ? '' : mdeText(mde);
}

/** How many queries a true difference as large as the margin would need. */
export function queriesForMarginText({ mde, notATest }: ComparedRow): string {
	return mde === undefined || notATest !== undefined ? '' : queriesText(mde.queriesForMargin);
}

/** How the verdicts came about, in a few sentences. */
export function comparisonNotes(comparison: Comparison): readonly string[] {
	const { rows, options, untested } = comparison;
	const { alpha, correction, ci, margin, resamples } = options;
	const mdes = rows.filter((row) => rowMdeText(row) !== '').flatMap(({ mde }) => (mde === undefined ? [] : [mde]));
	const still = rows.filter((row) => unmoved(row) && row.notATest === undefined);
	return [
		...untested,
		...questionNotes(comparison),
		`win, loss: the p of the studentised bootstrap${correction === 'none' ? ', not corrected for the number of rows,' : `, corrected within the family (${correction}),`} is below ${alpha}${correction === 'none' || !rows.some(({ role }) => role === 'secondary') ? '' : ` (${shortened(alpha * RESERVE)} for a secondary row whose primary question is open)`} and the ${percentOf(1 - alpha)} interval of the row alone (${ci}, ${formatCount(resamples)} resamples) lies wholly on one side of 0. The other tests are printed beside it.`,
		...(options.simultaneous
			? [
					`simultaneous: intervals that hold all at once within a family, with confidence ${percentOf(1 - alpha)} (Bonferroni).`,
				]
			: []),
		margin === undefined
			? 'equivalent: said only with --margin, which names a difference that does not matter, and tests for it.'
			: `equivalent: the p of two one-sided tests ("p equivalence"), ${correction === 'none' ? 'not corrected' : 'corrected likewise'}, is below ${alpha} and the interval lies inside ±${margin}.`,
		...(mdes.length === 0 ? [] : mdeNotes(mdes, margin)),
		...(rows.some(({ few }) => few)
			? [`* fewer than ${FEW_QUERIES} queries: only large differences can be found here.`]
			: []),
		...(rows.some(({ ceiling }) => ceiling)
			? ['^ the baseline has the largest possible value on every query: a win is impossible here.']
			: []),
		...(still.length > 0
			? [
					`= no query moved: a true share of moved queries up to about 3/n is compatible (${[...new Set(still.map(({ effect }) => effect.n))].map((n) => `${mostThatMove(n, alpha)} of ${formatCount(n)}`).join(', ')}).`,
				]
			: []),
	];
}

/** Which row is decided alone, what is corrected together, and what that promises. */
function questionNotes({ rows, options, question, challengers }: Comparison): readonly string[] {
	const { alpha, correction, allPairs } = options;
	const { primary, strata, metrics } = question;
	const has = (role: ComparedRow['role']): boolean => rows.some((row) => row.role === role);
	const several = challengers.length > 1;
	const over = allPairs ? 'pairs' : 'challengers';
	const said = (chosen: boolean): string => (chosen ? 'as asked' : 'by default');
	if (correction === 'none')
		return [
			'Nothing is corrected: every row stands for itself, and the more rows, the more false verdicts among them.',
		];
	const promise =
		correction === 'bh'
			? `the expected share of false ones among the wins and losses of a family is at most ${alpha}`
			: several
				? `the chance of any false win or loss is at most ${alpha} among the primary rows and ${alpha} among the secondary ones`
				: `the chance of any false win or loss in the whole table is at most ${shortened(alpha * (1 + RESERVE))}`;
	return [
		`primary: ${primary.metric} ${primary.stratum} (${said(primary.chosen)}), decided alone${several ? `, corrected over ${over} (${correction})` : ''}; no other row changes it.`,
		...(has('secondary')
			? [
					`secondary: the other rows of ${metrics.asked.length > 1 ? `${metrics.asked.length} metrics (${said(metrics.chosen)})` : 'the metric'}${strata.asked.length > 1 ? ` and ${strata.asked.length} strata (${said(strata.chosen)})` : ''}, one family${several ? ` over all ${over}` : ''} (${correction}). They are judged at ${alpha} where the primary question is decided (by win or loss; by "equivalent" for "equivalent") and at ${shortened(alpha * RESERVE)} where it is open, so that ${promise}.`,
				]
			: []),
		...(has('exploratory')
			? ['exploratory: strata that were not asked about (--strata), corrected apart; they claim nothing.']
			: []),
		...(rows.some((row) => row.notATest === undefined && row.familyVerdict !== row.verdict) ? [LEADS] : []),
	];
}

/** Without the noise of binary fractions. */
function shortened(value: number): number {
	return Number(value.toPrecision(6));
}

export function percentOf(share: number): string {
	return `${Number((share * 100).toPrecision(6))} %`;
}
