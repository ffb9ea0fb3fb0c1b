import type { BayesReading } from '../../compare/bayes-readings.ts';
import type { Comparison } from '../../compare/comparison.ts';
import { deltaCell, intervalCell } from '../cells.ts';
import { type Cell, type Column, type Section, viewTable } from '../view.ts';
import { metricColumn, stratumColumn, systemColumns } from './compare-columns.ts';
import { percentOf } from './compare-words.ts';

/** The Bayesian reading of a comparison: the posterior of each row, the prior, and what the numbers are not. */
export function bayesSection(readings: readonly BayesReading[], comparison: Comparison): Section {
	const { margin, alpha } = comparison.options;
	type Row = Comparison['rows'][number] & { readonly posterior: BayesReading['posterior'] };
	const rows = comparison.rows.map((row, i): Row => ({ ...row, posterior: readings[i]?.posterior }));
	const share = (key: string, header: string, of: (posterior: NonNullable<Row['posterior']>) => number | undefined) =>
		({
			key,
			header,
			align: 'right',
			cell: ({ posterior }) => shareCell(posterior === undefined ? undefined : of(posterior)),
		}) as const satisfies Column<Row>;
	const columns: readonly Column<Row>[] = [
		metricColumn,
		stratumColumn,
		...systemColumns(comparison),
		{
			key: 'posterior_mean',
			header: 'posterior mean',
			align: 'right',
			cell: ({ posterior }) => deltaCell(posterior?.mean),
		},
		{
			key: 'credible',
			header: `${percentOf(1 - alpha)} credible`,
			align: 'right',
			cell: ({ posterior }) => intervalCell(posterior),
		},
		...(margin === undefined
			? [
					share('p_below_0', 'P(Δ<0)', ({ belowZero }) => belowZero),
					share('p_above_0', 'P(Δ>0)', ({ aboveZero }) => aboveZero),
				]
			: [
					share('p_below_margin', `P(Δ<-${margin})`, ({ rope }) => rope?.below),
					share('p_in_rope', `P(|Δ|<=${margin})`, ({ rope }) => rope?.inside),
					share('p_above_margin', `P(Δ>${margin})`, ({ rope }) => rope?.above),
				]),
	];
	return {
		name: 'bayes',
		title: 'Bayesian reading, beside the tests: it decides no verdict',
		table: viewTable(columns, rows, ({ metric }) => metric),
		notes: bayesNotes(readings, margin),
	};
}

function bayesNotes(readings: readonly BayesReading[], margin: number | undefined): readonly string[] {
	const priors = [...new Set(readings.map(({ prior }) => `${prior.sd} (cut to ±${prior.bound})`))];
	return [
		`Prior: the true mean delta is normal about 0 with sd ${priors.join(' or ')}, the sd of the deltas has 1/sd. Deltas are taken as normal (Bayesian paired t; Benavoli et al. 2017, without their correlation).`,
		margin === undefined
			? '--margin names the difference that does not matter and gives the probability of lying within it (ROPE).'
			: `ROPE: the probability that the true mean delta lies within ±${margin}.`,
		'Rows are not corrected for their number. The model claims too much where few queries moved, or where few large deltas stand against many small ones.',
		...(readings.some(({ posterior }) => posterior === undefined)
			? ['"-": no query scored differently, or all by the same, so that the model has no spread to learn from.']
			: []),
	];
}

/** The prior of a row and what it became. */
export function bayesData({ prior, posterior }: BayesReading): object {
	return {
		prior: { mean: 0, sd: prior.sd, bound: prior.bound },
		mean: posterior?.mean ?? null,
		credible: posterior === undefined ? null : [posterior.low, posterior.high],
		p_below_0: posterior?.belowZero ?? null,
		p_above_0: posterior?.aboveZero ?? null,
		p_below_margin: posterior?.rope?.below ?? null,
		p_in_rope: posterior?.rope?.inside ?? null,
		p_above_margin: posterior?.rope?.above ?? null,
	};
}

/** Never 0 or 1, which no finite number of queries makes true. */
function shareCell(share: number | undefined): Cell {
	if (share === undefined) return { text: '-', value: null };
	return { text: share < 0.0001 ? '<.0001' : share > 0.9999 ? '>.9999' : share.toFixed(4), value: share };
}
