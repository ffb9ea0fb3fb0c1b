import { FEW_QUERIES } from '../compare/comparison.ts';
import type { Dataset } from '../contract.ts';
import type { RetestReport, Tuned } from '../legs/retest/report.ts';
import { DEEPER } from '../legs/retest/variant.ts';
import { markdownText } from './markdown-table.ts';
import { formatCount, formatMetric } from './numbers.ts';
import { conclusionParagraph } from './retest-paragraph.ts';
import { powerTable } from './retest-power.ts';
import { retestLimits, retestRules } from './retest-rules.ts';
import { fairnessTable, poolTable, reasons, sweepTable, verdictTable, weightsText } from './retest-tables.ts';

export interface RetestSubjectNames {
	readonly dataset: Dataset;
	/** The leg's retriever. */
	readonly retriever: string;
}

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** The whole retest as one Markdown text: the conclusion first, then its rules and all that it rests on. */
export function retestMarkdown(report: RetestReport, { dataset, retriever }: RetestSubjectNames): string {
	const { leg, baseLegs, conclusion, strata, unscored, queries } = report;
	const variants = report.variants;
	const tested = variants.flatMap((variant) => (variant.tested === undefined ? [] : [{ variant, ...variant.tested }]));
	const power = powerTable(report);
	const scopes = strata.map(({ name, n }) => `${name} ${n}`).join(', ');
	return `${[
		`# Retest of ${markdownText(leg)} on ${markdownText(dataset.name)}`,
		`${markdownText(retriever)} beside ${baseLegs.join(' and ')}; ${dataset.name} (\`${dataset.fingerprint.slice(0, 12)}\`): ${formatCount(dataset.corpus.length)} documents, ${queries.length} queries scored (${markdownText(scopes)})${unscored > 0 ? `, ${unscored} without a relevant document left out` : ''}.`,
		'## Conclusion',
		`**${conclusion.word}**${conclusion.scopes.length > 0 ? ` (${markdownText(conclusion.scopes.join(', '))})` : ''}`,
		markdownText(conclusionParagraph(report)),
		'What it does not say:',
		bullets(retestLimits(report, dataset.name).map(markdownText)),
		'## Rules',
		retestRules(report)
			.map((rule, i) => `${i + 1}. ${rule}`)
			.join('\n'),
		'## Protocol',
		bullets(protocol(report)),
		'## Is it a test',
		fairnessTable(report),
		bullets(reasons(variants)),
		'## Candidates',
		poolTable(variants),
		'Mean share of the relevant documents in the pool, at the depths set. Control: the base legs pulled deeper, one document each in turn, to the same number of candidates. All variants and strata are one family (Holm).',
		...(tested.length === 0
			? []
			: [
					'## Sweep',
					sweepTable(report, tested),
					`The curve is ${report.options.metric.name} on all queries over the weights of ${leg}, the base as set; its range is from lowest to highest. Marks: x no document that only ${leg} returns can enter the top ${report.options.cutoff}, ~ in special cases, = where the others return nothing in common. "seen" is at the weights chosen on all queries and flatters; "unseen" is at weights chosen without the query.`,
					'## Verdicts',
					verdictTable(report, tested),
					...(strata.some(({ n }) => n < FEW_QUERIES)
						? [`\\* fewer than ${FEW_QUERIES} queries: only large differences can be found here.`]
						: []),
					...(power === undefined ? [] : ['## Power', power]),
				]),
	].join('\n\n')}\n`;
}

function protocol({ options, variants, family, base, control }: RetestReport): readonly string[] {
	const { folds, repeats, placebos, simulations, weights, compare, seed, metric, depth } = options;
	const settings = variants.find(({ tested }) => tested !== undefined)?.tested?.tuned.settings ?? control.settings;
	const chosen = ({ weights: by, depth: deep, optimistic, heldOut }: Tuned): string =>
		`chosen on all queries: ${weightsText(by)}, depth ${deep}; ${metric.name} ${formatMetric(optimistic)} seen, ${formatMetric(heldOut)} unseen`;
	return [
		`Every variant is tuned over ${settings} settings: proportions of the base legs, and its own weight: 0 (no leg), ${weights.map(String).join(', ')}; in mean weights of the base legs.`,
		`The base is tuned over the ${base.settings} proportions; ${chosen(base)}, ${formatMetric(base.asSet)} as set.`,
		`The control is the base tuned over ${control.settings} settings: the same proportions, and its depth from as set to ${DEEPER} times that; ${chosen(control)}.`,
		`Settings are chosen by the best mean on ${folds - 1} of ${folds} folds and count on the other one; ${repeats} times, queries dealt anew within their strata, the same folds for every system.`,
		`Source placebo: ${placebos} copies of the leg in which every query gets the documents of another one, in lists as long, at the same scores. Order placebo: ${placebos} copies with its own documents shuffled per query. Each copy is tuned in the same way; what counts is their mean per query.`,
		`${family} verdicts against the base are corrected as one family; so are those against the control, and those against each placebo; ${formatCount(compare.resamples)} resamples; lists of ${depth}; seed ${seed}.`,
		`Power: ${simulations} simulated retests per gain, from the held-out differences of the variant that did best. Queries are drawn within their strata, those that gain more often the larger the true gain over the base is to be (exponential tilting); control and source placebo stand to the base as seen. Found is what passes the three tests against all three at the level of a lone real difference among ${family}.`,
	];
}
