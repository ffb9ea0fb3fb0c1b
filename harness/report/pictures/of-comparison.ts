import type { ComparedRow, Comparison } from '../../compare/comparison.ts';
import type { Mde } from '../../stats/mde.ts';
import type { Tone } from '../tone.ts';
import type { DifferencesFigure, ForestFigure, ForestRow } from './figure.ts';

const TONES: Readonly<Record<ComparedRow['verdict'], Tone>> = {
	win: 'good',
	loss: 'bad',
	equivalent: 'same',
	inconclusive: 'open',
};

/** The rows of two systems in a comparison as a forest plot, by metric; metrics and strata in the comparison's order. */
export function forestOfComparison(
	{ rows, options }: Comparison,
	pair: { readonly baseline: string; readonly challenger: string },
): ForestFigure {
	return {
		kind: 'forest',
		what: `${pair.challenger} minus ${pair.baseline}`,
		confidence: percent(1 - options.alpha),
		rows: rows
			.filter(({ baseline, challenger }) => baseline === pair.baseline && challenger === pair.challenger)
			.map((row) => ({
				group: row.metric,
				label: `${row.stratum}${row.role === 'primary' ? ' (primary)' : row.role === 'exploratory' ? ' (exploratory)' : ''}`,
				delta: row.effect.meanDelta,
				low: row.interval.low,
				high: row.interval.high,
				...mdeBand(row.mde),
				word: row.notATest ?? row.verdict,
				tone: row.notATest === undefined ? TONES[row.verdict] : 'special',
			})),
	};
}

/** Nothing for a row that is decided. */
export function mdeBand(found: Mde | undefined): Pick<ForestRow, 'mde'> {
	if (found === undefined) return {};
	const { loss, gain } = found;
	return { mde: { ...(loss === undefined ? {} : { loss }), ...(gain === undefined ? {} : { gain }) } };
}

/** The differences of one row by query, in order. */
export function differencesOfRow(row: ComparedRow, alpha: number): DifferencesFigure {
	return {
		kind: 'differences',
		what: `${row.metric} ${row.stratum}, ${row.challenger} minus ${row.baseline}`,
		deltas: row.sample.deltas,
		mean: { value: row.effect.meanDelta, low: row.interval.low, high: row.interval.high },
		confidence: percent(1 - alpha),
	};
}

function percent(share: number): string {
	return `${Number((100 * share).toPrecision(4))} %`;
}
