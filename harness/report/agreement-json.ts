import type { Kappa } from '../labels/agreement/kappa.ts';
import type { AgreementView } from './agreement.ts';

/** The object that `bench agree --json` prints. */
export function agreementJson({ first, second, agreement, systems, settings }: AgreementView) {
	return {
		judges: [first, second],
		confidence: settings.confidence,
		items: agreement.n,
		queries: agreement.queries,
		only_first: agreement.onlyFirst,
		only_second: agreement.onlySecond,
		same_grade: agreement.same,
		mean_shift: agreement.meanShift,
		kappa: Object.fromEntries(
			agreement.weighted.map(({ weights, kappa, overQueries }) => [
				weights,
				{
					...kappaJson(kappa),
					over_queries:
						overQueries === undefined
							? null
							: { standard_error: overQueries.standardError, interval: bounds(overQueries.interval) },
				},
			]),
		),
		relevant_or_not: kappaJson(agreement.relevance),
		grades: agreement.byGrade.map(({ grade, first: x, second: y, both, specific, kappa }) => ({
			grade,
			first: x,
			second: y,
			both,
			specific_agreement: specific,
			...kappaJson(kappa),
		})),
		confusion: { grades: agreement.confusion.grades, counts: agreement.confusion.counts },
		...(systems === undefined
			? {}
			: {
					systems: {
						baseline: systems.baseline,
						left_out: systems.leftOut,
						metrics: systems.metrics.map(({ metric, n, systems: means, tau, verdicts }) => ({
							metric,
							queries: n,
							means,
							kendall_tau: tau ?? null,
							verdicts,
							same_verdicts: verdicts.every(({ first: x, second: y }) => x.verdict === y.verdict),
						})),
					},
				}),
	};
}

function kappaJson(kappa: Kappa | undefined) {
	return {
		kappa: kappa?.kappa ?? null,
		standard_error: kappa?.standardError ?? null,
		interval: kappa === undefined ? null : bounds(kappa.interval),
	};
}

function bounds({ low, high }: { readonly low: number; readonly high: number }) {
	return [low, high];
}
