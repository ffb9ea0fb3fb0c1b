import { corrections } from '../../stats/corrections.ts';
import { queriesForPower, queriesForWidth } from '../../stats/sample-size.ts';
import { checkPowerOptions, type PowerOptions } from './options.ts';

/** A guess at how much the deltas of two systems spread, and where it comes from. */
export interface AssumedSpread {
	readonly sd: number;
	readonly source: string;
}

/**
 * Assumptions on the sd of paired deltas before there is a pilot run: one published value, and two that follow from
 * the share of queries that move on a metric of 0 and 1 (sd = sqrt(share) about a mean near 0).
 */
export const TYPICAL_SPREADS: readonly AssumedSpread[] = [
	{
		sd: 0.148,
		source:
			'average precision, TREC-3 ad hoc, 40 systems x 50 topics: interaction variance .01092 (Urbano, gt4ireval), sd = sqrt(2 x .01092)',
	},
	{ sd: 0.316, source: 'a metric of 0 and 1 (success, recall of one document) where 10 % of the queries move' },
	{ sd: 0.447, source: 'the same where 20 % of the queries move' },
];

/** A metric's spread, for one row of the comparison to come. */
export interface PlanRow extends AssumedSpread {
	readonly stratum: 'overall' | 'each stratum';
	readonly level: number;
	/** Queries needed to find each wished difference, in the order of the options. */
	readonly needed: readonly number[];
	/** Queries with which the interval is expected to reach no farther than each wished difference to either side. */
	readonly forInterval: readonly number[];
}

/**
 * Topic set size design: how many queries to write before a dataset is built (Sakai 2016, see `stats/sample-size.ts`),
 * for the primary question at alpha and for each of `strata` strata at its level in their family (0 or 1: none).
 * Sizes are those of the paired t test; the rule of `bench compare` needs about as many where most queries move and
 * more where few do, which a pilot run shows (`powerOf`).
 */
export function planSizes(
	spreads: readonly AssumedSpread[],
	strata: number,
	options: PowerOptions,
): readonly PlanRow[] {
	checkPowerOptions(options);
	const { alpha, power, deltas, correction } = options;
	return spreads.flatMap((spread) =>
		(strata > 1 ? (['overall', 'each stratum'] as const) : (['overall'] as const)).map((stratum): PlanRow => {
			const level = stratum === 'overall' ? alpha : corrections[correction].singleLevel(alpha, strata);
			return {
				...spread,
				stratum,
				level,
				needed: deltas.map((delta) => queriesForPower(delta, spread.sd, level, power)),
				forInterval: deltas.map((delta) => queriesForWidth(2 * delta, spread.sd, level)),
			};
		}),
	);
}
