import { type ComparedRow, type Comparison, type ComparisonRow, FEW_QUERIES } from '../compare/comparison.ts';
import type { Interval } from '../stats/bootstrap-interval.ts';
import { formatCount, formatDelta } from './numbers.ts';

/** What every form of a comparison's report says in the same words. */

export function formatInterval({ low, high }: Interval): string {
	return `${formatDelta(low)} .. ${formatDelta(high)}`;
}

export function stratumLabel({ stratum, few, ceiling }: ComparisonRow): string {
	return `${stratum}${few ? '*' : ''}${ceiling ? '^' : ''}`;
}

/** The verdict, or what stands in its place. */
export function verdictText({ notATest, verdict }: ComparedRow): string {
	return notATest ?? verdict;
}

/** `>= 0.1743`, for an inconclusive row; nothing for one that tests nothing. */
export function couldFindText({ couldFind, notATest }: ComparedRow): string {
	return couldFind === undefined || notATest !== undefined ? '' : `>= ${couldFind.delta.toFixed(4)}`;
}

/** How many queries a true delta as large as the seen one would need. */
export function queriesNeededText({ couldFind, notATest }: ComparedRow): string {
	if (couldFind === undefined || notATest !== undefined) return '';
	return couldFind.queriesForSeen > 1e6 ? 'over 1,000,000' : formatCount(couldFind.queriesForSeen);
}

/** How the verdicts came about, in a few sentences. */
export function comparisonNotes({ rows, options, challengers, untested }: Comparison): readonly string[] {
	const { alpha, correction, ci, margin, power, resamples } = options;
	const inconclusive = rows.find((row) => couldFindText(row) !== '')?.couldFind;
	const family = challengers.length > 1 ? 'all strata x all challengers of a metric' : 'all strata of a metric';
	const corrected =
		correction === 'none' ? 'not corrected for the number of rows' : `corrected over ${family} (${correction})`;
	return [
		...untested,
		`win, loss: the p of the studentised bootstrap is below ${alpha}, ${corrected}, and the ${percentOf(1 - alpha)} interval (${ci}, ${formatCount(resamples)} resamples; of each row alone) lies wholly on one side of 0.`,
		margin === undefined
			? 'equivalent: said only with --margin, which names a difference that does not matter, and tests for it.'
			: `equivalent: the p of two one-sided tests ("p equivalence"), ${correction === 'none' ? 'not corrected' : 'corrected likewise'}, is below ${alpha} and the interval lies inside ±${margin}.`,
		...(inconclusive === undefined
			? []
			: [
					`inconclusive: "could find" is the smallest delta found with power ${inconclusive.power} at level ${Number(inconclusive.level.toPrecision(3))}; "queries needed" is for a true delta as large as the seen one, power ${power}.`,
				]),
		...(rows.some(({ few }) => few)
			? [`* fewer than ${FEW_QUERIES} queries: only large differences can be found here.`]
			: []),
		...(rows.some(({ ceiling }) => ceiling)
			? ['^ the baseline has the largest possible value on every query: a win is impossible here.']
			: []),
	];
}

export function percentOf(share: number): string {
	return `${Number((share * 100).toPrecision(6))} %`;
}
