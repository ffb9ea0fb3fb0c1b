import { OVERALL } from '../../compare/comparison.ts';
import type { RetestRow } from '../../legs/retest/held-out-rows.ts';
import type { RetestReport, TestedVariant, VariantReport } from '../../legs/retest/report.ts';
import { percentOf } from '../compare/compare-words.ts';
import { VERDICT_TONES, variantNames, verdictCell } from '../retest/retest-columns.ts';
import type { CurveFigure, ForestFigure, ForestRow } from './figure.ts';

/** Every tested variant against the tuned base, overall, on unseen queries; undefined where none was tested. */
export function forestOfVariants({ variants, options, baseLegs }: RetestReport): ForestFigure | undefined {
	const names = variantNames(variants);
	const rows = variants.flatMap((variant, i): readonly ForestRow[] => {
		const row = variant.tested?.againstBase.find(({ stratum }) => stratum === OVERALL);
		if (row === undefined) return [];
		const { tone = 'quiet' } = verdictCell(variant);
		// The table beside it has room for why.
		const word =
			variant.tested?.switchedOff === true
				? 'switched off'
				: row.verdict === 'win' && tone !== 'good'
					? 'unconfirmed win'
					: row.verdict;
		return [{ ...forestRow(row), label: names[i] as string, word, tone }];
	});
	return rows.length === 0
		? undefined
		: {
				kind: 'forest',
				what: `${options.metric.name}, with the leg minus ${baseLegs.join(' and ')} alone`,
				confidence: percentOf(1 - options.compare.alpha),
				rows,
			};
}

/** The best variant by stratum, against the base, the control and the source placebo. */
export function forestOfBest({ leg, options }: RetestReport, best: TestedVariant): ForestFigure {
	const against = [
		['against the base', best.againstBase],
		['against the control', best.againstControl],
		['against the source placebo', best.againstSource],
	] as const;
	return {
		kind: 'forest',
		what: `${options.metric.name}, with ${leg} minus without`,
		confidence: percentOf(1 - options.compare.alpha),
		rows: against.flatMap(([group, rows]) =>
			rows.map((row) => ({
				...forestRow(row),
				group,
				label: row.stratum,
				word: row.verdict,
				tone: VERDICT_TONES[row.verdict] ?? 'quiet',
			})),
		),
	};
}

/** The metric over the weights of the leg, on all queries, the base legs as set. */
export function curveOfVariant({ leg, options }: RetestReport, { curve }: TestedVariant): CurveFigure {
	const out = curve.filter(({ reach }) => reach === 'out').map(({ weight }) => weight);
	return {
		kind: 'curve',
		axis: `weight of ${leg}`,
		metric: options.metric.name,
		steps: curve.map(({ weight, mean }) => ({ at: weight, value: mean })),
		...(out.length === 0
			? {}
			: {
					notLive: {
						from: Math.min(...out),
						to: Math.max(...out),
						why: `no document that only ${leg} has enters against full lists`,
					},
				}),
	};
}

/** The tested variant with the best mean on unseen queries. */
export function bestVariant(
	variants: readonly VariantReport[],
): (TestedVariant & { readonly label: string }) | undefined {
	return variants
		.flatMap(({ label, tested }) => (tested === undefined ? [] : [{ ...tested, label }]))
		.reduce<(TestedVariant & { readonly label: string }) | undefined>(
			(best, one) => (best === undefined || one.tuned.heldOut > best.tuned.heldOut ? one : best),
			undefined,
		);
}

function forestRow({ effect, interval, mde }: RetestRow): Omit<ForestRow, 'label' | 'word' | 'tone'> {
	return {
		delta: effect.meanDelta,
		low: interval.low,
		high: interval.high,
		...(mde === undefined ? {} : { mde: Number.isFinite(mde) ? { loss: mde, gain: mde } : {} }),
	};
}
