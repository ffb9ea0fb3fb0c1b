import { FEW_QUERIES, OVERALL } from '../compare/comparison.ts';
import type { Dataset } from '../contract.ts';
import type { RetestReport, TestedVariant, Tuned, VariantReport } from '../retest/report.ts';
import { DEEPER } from '../retest/variant.ts';
import { formatInterval } from './compare-words.ts';
import { markdownTable, markdownText } from './markdown-table.ts';
import { formatCount, formatDelta, formatMetric, formatP } from './numbers.ts';
import {
	auditMeanings,
	auditText,
	conclusionParagraph,
	coverageText,
	retestLimits,
	retestRules,
	verdictOver,
	weightsText,
} from './retest-words.ts';
import { sparkline } from './sparkline.ts';

export interface RetestSubjectNames {
	readonly dataset: Dataset;
	/** The leg's retriever. */
	readonly retriever: string;
}

const left = (header: string) => ({ header });
const right = (header: string) => ({ header, align: 'right' as const });
const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** The whole retest as one Markdown text: the conclusion first, then its rules and all that it rests on. */
export function retestMarkdown(report: RetestReport, { dataset, retriever }: RetestSubjectNames): string {
	const { leg, baseLegs, conclusion, strata, unscored, queries } = report;
	const variants = report.variants;
	const tested = variants.flatMap((variant) => (variant.tested === undefined ? [] : [{ variant, ...variant.tested }]));
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
				]),
	].join('\n\n')}\n`;
}

function protocol({ options, variants, family, base, control }: RetestReport): readonly string[] {
	const { folds, repeats, shuffles, weights, compare, seed, metric, depth } = options;
	const settings = variants.find(({ tested }) => tested !== undefined)?.tested?.tuned.settings ?? control.settings;
	const chosen = ({ weights: by, depth: deep, optimistic, heldOut }: Tuned): string =>
		`chosen on all queries: ${weightsText(by)}, depth ${deep}; ${metric.name} ${formatMetric(optimistic)} seen, ${formatMetric(heldOut)} unseen`;
	return [
		`Every variant is tuned over ${settings} settings: proportions of the base legs, and its own weight: 0 (no leg), ${weights.map(String).join(', ')}; in mean weights of the base legs.`,
		`The base is tuned over the ${base.settings} proportions; ${chosen(base)}, ${formatMetric(base.asSet)} as set.`,
		`The control is the base tuned over ${control.settings} settings: the same proportions, and its depth from as set to ${DEEPER} times that; ${chosen(control)}.`,
		`Settings are chosen by the best mean on ${folds - 1} of ${folds} folds and count on the other one; ${repeats} times, queries dealt anew within their strata, the same folds for every system.`,
		`Placebo: ${shuffles} copies of the leg with its documents shuffled per query, each tuned in the same way, their mean per query.`,
		`${family} verdicts against the base are corrected as one family; so are those against the control, and those against the placebos; ${formatCount(compare.resamples)} resamples; lists of ${depth}; seed ${seed}.`,
	];
}

function fairnessTable({ leg, variants, options }: RetestReport): string {
	return markdownTable(
		[
			left('variant'),
			right('edges'),
			right('relevant covered'),
			left('audit'),
			right(`enters top ${options.cutoff} above`),
			right('queries answered'),
			left(`a test of ${leg}`),
		],
		variants.map((variant) => {
			const { measured } = variant.audit;
			return [
				variant.label,
				variant.edges === undefined ? '' : formatCount(variant.edges),
				coverageText(variant),
				auditText(variant),
				variant.audit.threshold === null ? 'never' : variant.audit.threshold.toFixed(3),
				measured === undefined ? '' : `${measured.queries - measured.emptyQueries}/${measured.queries}`,
				variant.instead ?? 'yes',
			];
		}),
	);
}

function reasons(variants: readonly VariantReport[]): readonly string[] {
	const whys = new Map<string, string[]>();
	for (const { label, instead, why } of variants)
		if (why !== undefined) {
			const sentence = `**${instead}**: ${markdownText(why)}`;
			whys.set(sentence, [...(whys.get(sentence) ?? []), label]);
		}
	const covered = variants.some(({ coverage }) => coverage.source === 'lists')
		? 'Covered: the leg returned the document for some query; it does not say what it knows.'
		: 'Covered: the document has an edge in the graph.';
	return [
		...[...whys].map(([sentence, labels]) => `${sentence} (${labels.map(markdownText).join('; ')}).`),
		...auditMeanings(variants).map(markdownText),
		covered,
	];
}

function poolTable(variants: readonly VariantReport[]): string {
	return markdownTable(
		[
			left('variant'),
			right('with it'),
			right('without'),
			right('control'),
			right('against control'),
			right('95 % interval'),
			right('p (Holm)'),
			left('verdict'),
			right('relevant that only it brings'),
			right('of these in top K, weight as audited'),
		],
		variants.map(({ label, pool, poolRows, audit, instead }) => {
			const row = poolRows.find(({ stratum }) => stratum === OVERALL);
			const relevant = audit.measured?.relevant;
			return [
				label,
				formatMetric(pool.withLeg),
				formatMetric(pool.withoutLeg),
				formatMetric(pool.control),
				row === undefined ? '' : formatDelta(row.effect.meanDelta),
				row === undefined ? '' : formatInterval(row.interval),
				row === undefined ? '' : markdownText(formatP(row.correctedP)),
				row === undefined ? (instead ?? '') : row.verdict,
				relevant === undefined ? '' : `${relevant.legOnly}/${relevant.all}`,
				relevant === undefined ? '' : String(relevant.legOnlyInTop),
			];
		}),
	);
}

type Tested = TestedVariant & { readonly variant: VariantReport };

function sweepTable({ options }: RetestReport, tested: readonly Tested[]): string {
	const marks = { out: 'x', special: '~', in: '=' } as const;
	return markdownTable(
		[
			left('variant'),
			left('curve'),
			left('live'),
			right('lowest'),
			right('highest'),
			left('chosen on all queries'),
			right('seen'),
			right('unseen'),
			right('left out'),
			right('relevant that only it brings'),
			right(`of these in top ${options.cutoff}`),
		],
		tested.map(({ variant, curve, tuned, leftOut, fate }) => {
			const means = curve.map(({ mean }) => mean);
			return [
				variant.label,
				sparkline(means),
				`\`${curve.map(({ reach }) => (reach === null ? ' ' : marks[reach])).join('')}\``,
				formatMetric(Math.min(...means)),
				formatMetric(Math.max(...means)),
				weightsText(tuned.weights),
				formatMetric(tuned.optimistic),
				formatMetric(tuned.heldOut),
				`${Math.round(100 * leftOut)} %`,
				String(fate.legOnly),
				String(fate.legOnlyInTop),
			];
		}),
	);
}

function verdictTable({ options }: RetestReport, tested: readonly Tested[]): string {
	const rows = tested.flatMap(({ againstBase, ...found }) =>
		againstBase.map((row) => ({ row, found: { ...found, againstBase } })),
	);
	return markdownTable(
		[
			left('variant'),
			left('stratum'),
			right('queries'),
			right('base'),
			right(`with it, ${options.metric.name}`),
			right('delta'),
			right('95 % interval'),
			right('p (Holm)'),
			right('p folds (Holm)'),
			left('verdict'),
			right('could find'),
			left('against control'),
			right('placebo'),
			left('against placebo'),
		],
		rows.map(({ row, found }) => {
			const placebo = found.againstPlacebo.find(({ stratum }) => stratum === row.stratum);
			return [
				row.stratum === OVERALL ? found.variant.label : '',
				`${row.stratum}${row.few ? '\\*' : ''}`,
				String(row.effect.n),
				formatMetric(row.baselineMean),
				formatMetric(row.challengerMean),
				formatDelta(row.effect.meanDelta),
				formatInterval(row.interval),
				markdownText(formatP(row.correctedP)),
				markdownText(formatP(row.foldsP)),
				`**${row.verdict}**`,
				row.couldFind === undefined ? '' : formatMetric(row.couldFind),
				verdictOver(found.againstControl, row.stratum),
				formatMetric(placebo?.baselineMean),
				verdictOver(found.againstPlacebo, row.stratum),
			];
		}),
	);
}
