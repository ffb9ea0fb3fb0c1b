import type { BayesReading } from '../compare/bayes-readings.ts';
import type { Comparison } from '../compare/comparison.ts';
import type { JsonObject } from '../contract.ts';
import { formatInterval, percentOf, stratumLabel } from './compare-words.ts';
import { formatDelta } from './numbers.ts';
import { type Column, type Row, renderTable } from './table.ts';

/** The Bayesian reading of a comparison as text: a table, the prior, and what the numbers are not. */
export function renderBayes(readings: readonly BayesReading[], { options, challengers }: Comparison): string {
	const { margin, alpha } = options;
	const several = challengers.length > 1;
	const right = (header: string): Column => ({ header, align: 'right' });
	const shares =
		margin === undefined ? ['P(Δ<0)', 'P(Δ>0)'] : [`P(Δ<-${margin})`, `P(|Δ|<=${margin})`, `P(Δ>${margin})`];
	const rows: Row[] = [];
	readings.forEach(({ row, posterior }, i) => {
		if (i > 0 && readings[i - 1]?.row.metric !== row.metric) rows.push('rule');
		const values =
			posterior === undefined
				? shares.map(() => '-')
				: posterior.rope === undefined
					? [probability(posterior.belowZero), probability(posterior.aboveZero)]
					: [posterior.rope.below, posterior.rope.inside, posterior.rope.above].map(probability);
		rows.push([
			row.metric,
			stratumLabel(row),
			...(several ? [row.challenger] : []),
			posterior === undefined ? '-' : formatDelta(posterior.mean),
			posterior === undefined ? '-' : formatInterval(posterior),
			...values,
		]);
	});
	const table = renderTable(
		[
			{ header: 'metric' },
			{ header: 'stratum' },
			...(several ? [{ header: 'challenger' }] : []),
			right('posterior mean'),
			right(`${percentOf(1 - alpha)} credible`),
			...shares.map(right),
		],
		rows,
	);
	return ['Bayesian reading, beside the tests: it decides no verdict', '', table, bayesNotes(readings, margin)].join(
		'\n',
	);
}

function bayesNotes(readings: readonly BayesReading[], margin: number | undefined): string {
	const priors = [...new Set(readings.map(({ prior }) => `${prior.sd} (cut to ±${prior.bound})`))];
	return [
		`prior: the true mean delta is normal about 0 with sd ${priors.join(' or ')}, the sd of the deltas has 1/sd; deltas are taken as normal (Bayesian paired t; Benavoli et al. 2017, without their correlation).`,
		margin === undefined
			? '--margin names the difference that does not matter and gives the probability of lying within it (ROPE).'
			: `ROPE: the probability that the true mean delta lies within ±${margin}.`,
		'Rows are not corrected for their number; where few queries moved, or few large deltas stand against many small ones, the model claims too much.',
		...(readings.some(({ posterior }) => posterior === undefined)
			? ['- no query scored differently, or all by the same: the model has no spread to learn from.']
			: []),
	].join('\n');
}

/** The prior of a row and what it became, as JSON. */
export function bayesJson({ prior, posterior }: BayesReading): JsonObject {
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
function probability(share: number): string {
	if (share < 0.0001) return '<.0001';
	if (share > 0.9999) return '>.9999';
	return share.toFixed(4);
}
