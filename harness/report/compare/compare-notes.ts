import { type ComparedRow, type Comparison, FEW_QUERIES } from '../../compare/comparison.ts';
import { RESERVE } from '../../compare/gatekeeping.ts';
import { clusteredRow, clusterNotes } from '../cluster-words.ts';
import { mdeNotes } from '../mde-words.ts';
import { formatCount } from '../numbers.ts';
import { outsideNotes } from '../outside-notes.ts';
import { LEADS, mostThatMove, percentOf, unmoved } from './compare-words.ts';

/** How the first table of a comparison, which has these rows, is to be read. */
export function comparisonNotes(comparison: Comparison, rows: readonly ComparedRow[]): readonly string[] {
	const { options, question, untested } = comparison;
	const { primary } = question;
	return [
		...untested,
		...clusterNotes(options.clusters, rows.filter(({ notATest }) => notATest === undefined).map(clusteredRow)),
		options.correction === 'none'
			? 'Nothing is corrected: the more rows, the more false verdicts among them.'
			: `${primary.metric} ${primary.stratum} is decided alone (${said(primary.chosen)}); p of the other rows is corrected for their number (${options.correction}).`,
		...rowNotes(comparison, rows),
	];
}

/** The notes under a table of these rows: leads, MDE, and the marks of strata. */
export function rowNotes({ options }: Comparison, rows: readonly ComparedRow[]): readonly string[] {
	const some = (yes: (row: ComparedRow) => boolean): boolean => rows.some(yes);
	const mdes = rows.flatMap(({ mde, notATest }) => (mde === undefined || notATest !== undefined ? [] : [mde]));
	return [
		...(some((row) => row.notATest === undefined && row.familyVerdict !== row.verdict) ? [LEADS] : []),
		...(mdes.length === 0 ? [] : mdeNotes(mdes, options.margin)),
		...(some(({ few }) => few)
			? [`* fewer than ${FEW_QUERIES} queries: only large differences can be found here.`]
			: []),
		...outsideNotes([...new Set(rows.filter((row) => row.outsideOverall === true).map(({ stratum }) => stratum))]),
		...(some(({ ceiling }) => ceiling)
			? ['^ the baseline has the largest possible value on every query: a win is impossible here.']
			: []),
		...stillNote(rows, options.alpha),
	];
}

function stillNote(rows: readonly ComparedRow[], alpha: number): readonly string[] {
	const counts = rows
		.filter((row) => unmoved(row) && row.notATest === undefined)
		.map(({ effect, clustering }) => clustering?.clusters ?? effect.n);
	if (counts.length === 0) return [];
	const bounds = [...new Set(counts)].map((n) => `${mostThatMove(n, alpha)} of ${formatCount(n)}`);
	return [`= no query moved: a true share of moved queries up to about 3/n is compatible (${bounds.join(', ')}).`];
}

/** The rule behind the verdicts: which rows are families, what is corrected, and what that promises. */
export function ruleNotes(comparison: Comparison): readonly string[] {
	const { rows, options } = comparison;
	const { alpha, correction, ci, margin, resamples, simultaneous } = options;
	const corrected = correction !== 'none';
	const reserved = corrected && rows.some(({ role }) => role === 'secondary');
	return [
		...familyNotes(comparison),
		`win, loss: the p of the studentised bootstrap, ${corrected ? `corrected within the family (${correction})` : 'not corrected'}, is below ${alpha}${reserved ? ` (${shortened(alpha * RESERVE)} for a secondary row whose primary question is open)` : ''}, and the ${percentOf(1 - alpha)} interval of the row alone (${ci}, ${formatCount(resamples)} resamples) lies wholly on one side of 0. The other tests stand beside it and decide nothing.`,
		margin === undefined
			? 'equivalent: said only with --margin, which names a difference that does not matter, and tests for it.'
			: `equivalent: the p of two one-sided tests, ${corrected ? 'corrected likewise' : 'not corrected'}, is below ${alpha} and the interval lies inside ±${margin}.`,
		...(simultaneous
			? [
					`simultaneous: these intervals hold all at once within a family, with confidence ${percentOf(1 - alpha)} (Bonferroni).`,
				]
			: []),
		...levelNote(rows),
	];
}

function levelNote(rows: readonly ComparedRow[]): readonly string[] {
	const levels = rows.flatMap(({ mde, notATest }) => (mde === undefined || notATest !== undefined ? [] : [mde.level]));
	if (levels.length === 0) return [];
	const distinct = [...new Set(levels.map((level) => String(Number(level.toPrecision(3)))))];
	return [
		`MDE: at level ${distinct.join(' or ')}, what a lone real difference in its family must pass; simulated from the deltas of the row.`,
	];
}

function familyNotes({ rows, options, question, challengers }: Comparison): readonly string[] {
	const { alpha, correction, allPairs } = options;
	if (correction === 'none') return [];
	const { primary, strata, metrics } = question;
	const has = (role: ComparedRow['role']): boolean => rows.some((row) => row.role === role);
	const several = challengers.length > 1;
	const over = allPairs ? 'pairs' : 'challengers';
	const promise =
		correction === 'bh'
			? `the expected share of false ones among the wins and losses of a family is at most ${alpha}`
			: several
				? `the chance of any false win or loss is at most ${alpha} among the primary rows and ${alpha} among the secondary ones`
				: `the chance of any false win or loss in the whole table is at most ${shortened(alpha * (1 + RESERVE))}`;
	const others = [
		metrics.asked.length > 1 ? `${metrics.asked.length} metrics (${said(metrics.chosen)})` : 'the metric',
		...(strata.asked.length > 1 ? [`${strata.asked.length} strata (${said(strata.chosen)})`] : []),
	];
	return [
		`primary: ${primary.metric} ${primary.stratum} (${said(primary.chosen)}), decided alone${several ? `, corrected over ${over} (${correction})` : ''}; no other row changes it.`,
		...(has('secondary')
			? [
					`secondary: the other rows of ${others.join(' and ')}, one family${several ? ` over all ${over}` : ''} (${correction}). They are judged at ${alpha} where the primary question is decided (by win or loss; by "equivalent" for "equivalent") and at ${shortened(alpha * RESERVE)} where it is open, so that ${promise}.`,
				]
			: []),
		...(has('exploratory')
			? ['exploratory: strata that were not asked about (--strata), corrected apart; they claim nothing.']
			: []),
	];
}

function said(chosen: boolean): string {
	return chosen ? 'as asked' : 'by default';
}

/** Without the noise of binary fractions. */
function shortened(value: number): number {
	return Number(value.toPrecision(6));
}
