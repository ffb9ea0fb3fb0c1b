import { OVERALL } from '../../compare/comparison.ts';
import { LEG_VERDICTS } from '../../legs/audit/verdicts.ts';
import type { RetestRow } from '../../legs/retest/held-out-rows.ts';
import type { RetestReport, VariantReport } from '../../legs/retest/report.ts';
import { countCell, deltaCell, intervalCell, metricCell, numberCell, pCell, wordCell } from '../cells.ts';
import { forestOfVariants } from '../pictures/of-retest.ts';
import { type Cell, type Column, pictureOf, type Section, viewTable } from '../view.ts';
import {
	blank,
	largerP,
	number,
	ofAll,
	sharedOptions,
	VERDICT_TONES,
	variantColumn,
	variantNames,
	verdictCell,
} from './retest-columns.ts';

/** The first screen: every variant overall. */
export function variantsSection(report: RetestReport): Section {
	const { variants, options } = report;
	const ofRow =
		(cell: (row: RetestRow) => Cell) =>
		({ tested }: VariantReport): Cell => {
			const row = tested?.againstBase.find(({ stratum }) => stratum === OVERALL);
			return row === undefined ? blank : cell(row);
		};
	return {
		name: 'variants',
		...pictureOf(forestOfVariants(report)),
		table: viewTable<VariantReport>(
			[
				shortVariantColumn(variants),
				number(
					'unseen',
					options.metric.name,
					ofRow((row) => metricCell(row.challengerMean)),
				),
				number(
					'delta',
					'delta',
					ofRow((row) => deltaCell(row.effect.meanDelta)),
				),
				number(
					'ci',
					'95 % interval',
					ofRow((row) => intervalCell(row.interval)),
					1,
				),
				number(
					'p_corrected',
					'p',
					ofRow((row) => pCell(largerP(row))),
					2,
				),
				{ key: 'verdict', header: 'verdict', cell: verdictCell },
			],
			variants,
		),
		notes: reasons(variants),
	};
}

/** The header names the options once where all variants set the same ones. */
function shortVariantColumn(variants: readonly VariantReport[]): Column<VariantReport> {
	const full = variantColumn<VariantReport>(({ label }) => label);
	const names = variantNames(variants);
	const keys = sharedOptions(variants);
	if (keys === undefined) return full;
	return {
		...full,
		header: `variant (${keys.join(', ')})`,
		cell: (variant) => ({ text: names[variants.indexOf(variant)] as string, value: variant.label }),
	};
}

/** Why variants are not tested, or limited; one sentence for all that share a reason. */
function reasons(variants: readonly VariantReport[]): readonly string[] {
	const whys = new Map<string, string[]>();
	for (const { label, instead, why, remark } of variants) {
		if (why === undefined && remark === undefined) continue;
		const sentence = `${instead ?? 'limited'}: ${why ?? remark}`;
		whys.set(sentence, [...(whys.get(sentence) ?? []), label]);
	}
	return [...whys].map(([sentence, labels]) =>
		labels.length === variants.length && labels.length > 1
			? `${sentence} (every variant).`
			: `${sentence} (${labels.join('; ')}).`,
	);
}

export function fairnessSection({ leg, variants, options }: RetestReport): Section {
	const covered = variants.some(({ coverage }) => coverage.source === 'lists')
		? 'Covered: the leg returned the document for some query; it does not say what it knows.'
		: 'Covered: the document has an edge in the graph.';
	return {
		name: 'fairness',
		title: 'Is it a test',
		detail: true,
		table: viewTable<VariantReport>(
			[
				variantColumn(({ label }) => label),
				number('edges', 'edges', ({ edges }) => (edges === undefined ? blank : countCell(edges))),
				number('covered', 'relevant covered', ({ coverage }) => ofAll(coverage.covered, coverage.relevant)),
				{
					key: 'audit',
					header: 'audit',
					cell: ({ audit }) => ({
						text: `${audit.verdict} at ${Number(audit.weight.toPrecision(4))}`,
						value: audit.verdict,
					}),
				},
				number('threshold', `enters top ${options.cutoff} above`, ({ audit }) =>
					audit.threshold === null ? { text: 'never', value: null } : numberCell(audit.threshold, 3),
				),
				number('answered', 'queries answered', ({ audit: { measured } }) =>
					measured === undefined ? blank : ofAll(measured.queries - measured.emptyQueries, measured.queries),
				),
				{
					key: 'fair',
					header: `a test of ${leg}`,
					cell: ({ instead, remark }) =>
						instead !== undefined
							? wordCell(instead, 'special')
							: remark === undefined
								? wordCell('yes', 'good')
								: wordCell('limited', 'open'),
				},
			],
			variants,
		),
		notes: [...new Set(variants.map(({ audit }) => `${audit.verdict}: ${LEG_VERDICTS[audit.verdict]}.`)), covered],
	};
}

export function candidatesSection({ variants }: RetestReport): Section {
	const row = ({ poolRows }: VariantReport) => poolRows.find(({ stratum }) => stratum === OVERALL);
	const ofRow =
		(cell: (found: NonNullable<ReturnType<typeof row>>) => Cell) =>
		(variant: VariantReport): Cell => {
			const found = row(variant);
			return found === undefined ? blank : cell(found);
		};
	return {
		name: 'candidates',
		title: 'Candidates',
		detail: true,
		table: viewTable<VariantReport>(
			[
				variantColumn(({ label }) => label),
				number('pool_recall_with', 'with it', ({ pool }) => metricCell(pool.withLeg)),
				number('pool_recall_without', 'without', ({ pool }) => metricCell(pool.withoutLeg)),
				number('pool_recall_control', 'control', ({ pool }) => metricCell(pool.control)),
				number(
					'delta',
					'against control',
					ofRow(({ effect }) => deltaCell(effect.meanDelta)),
				),
				number(
					'ci',
					'95 % interval',
					ofRow(({ interval }) => intervalCell(interval)),
					1,
				),
				number(
					'p_studentised_corrected',
					'p (Holm)',
					ofRow(({ studentisedP }) => pCell(studentisedP)),
					2,
				),
				{
					key: 'verdict',
					header: 'verdict',
					cell: (variant) => {
						const found = row(variant);
						return found === undefined
							? wordCell(variant.instead ?? '')
							: wordCell(found.verdict, VERDICT_TONES[found.verdict]);
					},
				},
				number('relevant_alone', 'relevant that only it brings', ({ audit: { measured } }) =>
					measured === undefined ? blank : ofAll(measured.relevant.legOnly, measured.relevant.all),
				),
				number('relevant_alone_in_top', 'of these in top K, weight as audited', ({ audit: { measured } }) =>
					measured === undefined ? blank : countCell(measured.relevant.legOnlyInTop),
				),
			],
			variants,
		),
		notes: [
			'Mean share of the relevant documents in the pool, at the depths set. Control: the base legs pulled deeper, one document each in turn, to the same number of candidates. All variants and strata are one family (Holm).',
		],
	};
}
