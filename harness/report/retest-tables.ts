import { OVERALL } from '../compare/comparison.ts';
import { LEG_VERDICTS } from '../legs/audit/verdicts.ts';
import { orderWord } from '../legs/retest/conclusion.ts';
import type { RetestRow } from '../legs/retest/held-out-rows.ts';
import type { RetestReport, TestedVariant, VariantReport } from '../legs/retest/report.ts';
import { formatInterval } from './compare-words.ts';
import { markdownTable, markdownText } from './markdown-table.ts';
import { formatCount, formatDelta, formatMetric, formatP } from './numbers.ts';
import { sparkline } from './sparkline.ts';

const left = (header: string) => ({ header });
const right = (header: string) => ({ header, align: 'right' as const });

export function fairnessTable({ leg, variants, options }: RetestReport): string {
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
				variant.instead ?? (variant.remark === undefined ? 'yes' : 'limited'),
			];
		}),
	);
}

export function reasons(variants: readonly VariantReport[]): readonly string[] {
	const whys = new Map<string, string[]>();
	for (const { label, instead, why, remark } of variants) {
		if (why === undefined && remark === undefined) continue;
		const sentence = `**${instead ?? 'limited'}**: ${markdownText(why ?? (remark as string))}`;
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

export function poolTable(variants: readonly VariantReport[]): string {
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

/** A variant that was tested, with what was found. */
export type Tested = TestedVariant & { readonly variant: VariantReport };

export function sweepTable({ options }: RetestReport, tested: readonly Tested[]): string {
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
		tested.map(({ variant, curve, tuned, leftOut, switchedOff, fate }) => {
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
				`${Math.round(100 * leftOut)} %${switchedOff ? ', switched off' : ''}`,
				String(fate.legOnly),
				String(fate.legOnlyInTop),
			];
		}),
	);
}

export function verdictTable({ options }: RetestReport, tested: readonly Tested[]): string {
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
			right('MDE'),
			left('against control'),
			right('source placebo'),
			left('against it'),
			right('order placebo'),
			left('its order'),
		],
		rows.map(({ row, found }) => {
			const meanIn = (reference: readonly RetestRow[]): string =>
				formatMetric(reference.find(({ stratum }) => stratum === row.stratum)?.baselineMean);
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
				mdeText(row.mde),
				verdictIn(found.againstControl, row.stratum),
				meanIn(found.againstSource),
				verdictIn(found.againstSource, row.stratum),
				meanIn(found.againstOrder),
				orderWord(row.stratum, found),
			];
		}),
	);
}

/** What stands in a verdict's column, and why, for variants that have none. */
function auditText({ audit }: VariantReport): string {
	return `${audit.verdict} at ${Number(audit.weight.toPrecision(4))}`;
}

function auditMeanings(variants: readonly VariantReport[]): readonly string[] {
	const verdicts = [...new Set(variants.map(({ audit }) => audit.verdict))];
	return verdicts.map((verdict) => `${verdict}: ${LEG_VERDICTS[verdict]}`);
}

function coverageText({ coverage: { covered, relevant } }: VariantReport): string {
	return `${covered}/${relevant}`;
}

function mdeText(mde: number | undefined): string {
	if (mde === undefined) return '';
	return Number.isFinite(mde) ? formatMetric(mde) : 'more than there is room for';
}

function verdictIn(rows: readonly RetestRow[], scope: string): string {
	return rows.find(({ stratum }) => stratum === scope)?.verdict ?? '';
}

export function weightsText(weights: Readonly<Record<string, number>>): string {
	return Object.entries(weights)
		.map(([name, weight]) => `${name} ${Number(weight.toPrecision(3))}`)
		.join(', ');
}
