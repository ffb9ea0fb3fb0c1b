import { FEW_QUERIES } from '../../compare/comparison.ts';
import type { RetestReport, Tuned } from '../../legs/retest/report.ts';
import { DEEPER } from '../../legs/retest/variant.ts';
import { percentOf } from '../compare/compare-words.ts';
import { formatCount, formatMetric } from '../numbers.ts';

/** The rules that every conclusion follows, as {@link conclude} applies them. */
export function retestRules({ leg, options }: RetestReport): readonly string[] {
	const { alpha, margin, power } = options.compare;
	return [
		`No verdict where the graph has no edges, or where ${leg} knows less than ${percentOf(options.minCoverage)} of the relevant documents. Where the audit finds that it can change the top ${options.cutoff} at none of the weights tried, the variant is "not a test of ${leg}"; where it finds it limited, the verdict stands, with a remark on what it is a test of. No variant left: "not tested".`,
		`"helps": a variant wins against the tuned base and, in the same scope, against the control (the base tuned over its depth as well, up to ${DEEPER} times as deep, over as many settings as the variant) and against the source placebo (the leg with the documents that it found for other queries, tuned alike); and the tuning did not switch the leg off.`,
		'"hurts": a variant loses against the base, and none wins against it anywhere.',
		margin === undefined
			? '"no difference": the tuning kept the leg, and yet not one query scored differently, in any variant. (--margin names a difference that does not matter, and tests for it.)'
			: `"no difference" larger than ${margin}: every variant tested is equivalent to the base overall within that margin.`,
		`"switched off": in every variant the tuning chose weight 0 for ${leg}, on all queries or in every fold. What was compared with the base is then the base.`,
		'"inconclusive": anything else.',
		`The order placebo (the documents of ${leg} in random order, tuned alike) decides none of these words. It has words of its own: its order is better than random, worse than random, or not shown to matter.`,
		`A win or a loss asks that two tests agree at ${alpha}, each corrected over all variants and strata as one family (Holm): the studentised bootstrap, and the corrected resampled t test over folds; and that the interval is off 0. Its ends are the wider ones of the studentised bootstrap and folds. MDE is the smallest true difference that this one comparison finds with power ${power}; "Power" is about all three together.`,
	];
}

/** Where the numbers end. */
export function retestLimits(report: RetestReport, dataset: string): readonly string[] {
	const { leg, baseLegs, options, strata, conclusion } = report;
	const few = strata.filter(({ n }) => n < FEW_QUERIES).map(({ name }) => name);
	return [
		`It is about ${dataset}, these judgments, ${options.metric.name}, and ${leg} beside ${baseLegs.join(' and ')} in these variants; other data, other legs or another extraction may come out otherwise.`,
		...(conclusion.word === 'inconclusive'
			? [
					'To test again only the variant that came out best, on these queries, would be no test: what picked it must not judge it.',
					`It does not say that ${leg} adds nothing: that would need a margin (--margin) and enough queries to test for it.`,
				]
			: []),
		...(conclusion.word === 'helps'
			? [
					'It does not say how large the gain is elsewhere, nor that the variant with the largest difference is the best one.',
				]
			: []),
		`Settings are chosen on ${options.folds - 1} of ${options.folds} parts of the queries; a choice made on more might be a better one.`,
		...(report.variants.some(({ instead }) => instead?.startsWith('not a test'))
			? [`Variants marked "not a test of ${leg}" say nothing for or against it, whatever they score.`]
			: []),
		...(few.length > 0
			? [`${few.join(', ')}: fewer than ${FEW_QUERIES} queries, where only large differences can be found.`]
			: []),
		'Documents that nobody judged count as not relevant; a leg that finds what others did not is the likeliest to suffer.',
	];
}

/** How the numbers came about. */
export function retestProtocol({ options, variants, family, base, control }: RetestReport): readonly string[] {
	const { folds, repeats, placebos, simulations, weights, compare, seed, metric, depth } = options;
	const clustered = variants.some(({ poolRows }) => poolRows.some(({ clustering }) => clustering !== undefined));
	const copies = `${placebos} ${placebos === 1 ? 'copy' : 'copies'}`;
	const settings = variants.find(({ tested }) => tested !== undefined)?.tested?.tuned.settings ?? control.settings;
	const chosen = ({ weights: by, depth: deep, optimistic, heldOut }: Tuned): string =>
		`chosen on all queries: ${weightsText(by)}, depth ${deep}; ${metric.name} ${formatMetric(optimistic)} seen, ${formatMetric(heldOut)} unseen`;
	return [
		`Every variant is tuned over ${settings} settings: proportions of the base legs, and its own weight: 0 (no leg), ${weights.map(String).join(', ')}; in mean weights of the base legs.`,
		`The base is tuned over the ${base.settings} proportions; ${chosen(base)}, ${formatMetric(base.asSet)} as set.`,
		`The control is the base tuned over ${control.settings} settings: the same proportions, and its depth from as set to ${DEEPER} times that; ${chosen(control)}.`,
		`Settings are chosen by the best mean on ${folds - 1} of ${folds} folds and count on the other one; ${repeats} times, queries dealt anew ${clustered ? 'by whole clusters' : 'within their strata'}, the same folds for every system.`,
		`Source placebo: ${copies} of the leg in which every query gets the documents of another one, in lists as long, at the same scores. Order placebo: ${copies} with its own documents shuffled per query. Each copy is tuned in the same way; what counts is their mean per query.`,
		`${family} verdicts against the base are corrected as one family; so are those against the control, and those against each placebo; ${formatCount(compare.resamples)} resamples; lists of ${depth}; seed ${seed}.`,
		`Power: ${simulations} simulated retests per gain, from the held-out differences of the variant that did best. ${clustered ? 'Whole clusters' : 'Queries'} are drawn${clustered ? '' : ' within their strata'}, those that gain more often the larger the true gain over the base is to be (exponential tilting); control and source placebo stand to the base as seen. Found is what passes both tests against all three at the level of a lone real difference among ${family}.`,
	];
}

export function weightsText(weights: Readonly<Record<string, number>>): string {
	return Object.entries(weights)
		.map(([name, weight]) => `${name} ${Number(weight.toPrecision(3))}`)
		.join(', ');
}
