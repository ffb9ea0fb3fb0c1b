import { FEW_QUERIES } from '../../compare/comparison.ts';
import { orderWord } from '../../legs/retest/conclusion.ts';
import type { RetestRow } from '../../legs/retest/held-out-rows.ts';
import type { RetestReport, TestedVariant, VariantReport } from '../../legs/retest/report.ts';
import { countCell, deltaCell, intervalCell, metricCell, pCell, shareCell, wordCell } from '../cells.ts';
import { bestVariant, curveOfVariant, forestOfBest } from '../pictures/of-retest.ts';
import { sparkline } from '../sparkline.ts';
import { REACH_MARKS } from '../sweep/sweep-curves.ts';
import { type Cell, type Section, viewTable } from '../view.ts';
import { blank, number, VERDICT_TONES, variantColumn } from './retest-columns.ts';
import { weightsText } from './retest-rules.ts';

/** A variant that was tested, with what was found. */
type Tested = TestedVariant & { readonly variant: VariantReport };

function testedOf({ variants }: RetestReport): readonly Tested[] {
	return variants.flatMap((variant) => (variant.tested === undefined ? [] : [{ variant, ...variant.tested }]));
}

/** Sweep, verdicts and power: nothing where no variant was tested. */
export function testedSections(report: RetestReport): readonly Section[] {
	const tested = testedOf(report);
	if (tested.length === 0) return [];
	return [sweepSection(report, tested), verdictsSection(report, tested), ...powerSection(report)];
}

/** Which variant the picture of a section shows. */
function bestSentence({ label }: { readonly label: string }): string {
	return `The picture shows ${label}, the variant that did best on unseen queries; being the best of several flatters it.`;
}

function sweepSection(report: RetestReport, tested: readonly Tested[]): Section {
	const { leg, options } = report;
	const best = bestVariant(report.variants);
	const means = ({ curve }: Tested): readonly number[] => curve.map(({ mean }) => mean);
	return {
		name: 'sweep',
		title: 'Sweep',
		detail: true,
		...(best === undefined ? {} : { picture: curveOfVariant(report, best), findings: [bestSentence(best)] }),
		table: viewTable<Tested>(
			[
				variantColumn(({ variant }) => variant.label),
				{ key: 'curve', header: 'curve', cell: (one) => sparkline(means(one)) },
				{
					key: 'enters',
					header: 'enters',
					cell: ({ curve }) => curve.map(({ reach }) => (reach === null ? ' ' : REACH_MARKS[reach])).join(''),
				},
				number('lowest', 'lowest', (one) => metricCell(Math.min(...means(one)))),
				number('highest', 'highest', (one) => metricCell(Math.max(...means(one)))),
				{ key: 'weights', header: 'chosen on all queries', cell: ({ tuned }) => weightsText(tuned.weights) },
				number('seen', 'seen', ({ tuned }) => metricCell(tuned.optimistic)),
				number('unseen', 'unseen', ({ tuned }) => metricCell(tuned.heldOut)),
				number('left_out', 'left out', ({ leftOut, switchedOff }) => {
					const share = shareCell(leftOut);
					return switchedOff ? { ...share, text: `${share.text}, switched off` } : share;
				}),
				number('relevant_alone', 'relevant that only it brings', ({ fate }) => countCell(fate.legOnly)),
				number('relevant_alone_in_top', `of these in top ${options.cutoff}`, ({ fate }) =>
					countCell(fate.legOnlyInTop),
				),
			],
			tested,
		),
		notes: [
			`The curve is ${options.metric.name} on all queries over the weights of ${leg}, the base as set. Against full lists, x: no document that only ${leg} returns can enter the top ${options.cutoff}; ~: one can in some cases; =: one can where the others return nothing in common.`,
			'seen: at the weights chosen on all queries, which flatters. unseen: at weights chosen without the query.',
		],
	};
}

interface VerdictRow {
	readonly row: RetestRow;
	readonly found: Tested;
}

function verdictsSection(report: RetestReport, tested: readonly Tested[]): Section {
	const { options, strata } = report;
	const best = bestVariant(report.variants);
	const placeboMean = (rows: readonly RetestRow[], { row }: VerdictRow): Cell =>
		metricCell(rows.find(({ stratum }) => stratum === row.stratum)?.baselineMean);
	const verdictIn = (rows: readonly RetestRow[], { row }: VerdictRow): Cell =>
		wordCell(rows.find(({ stratum }) => stratum === row.stratum)?.verdict ?? '');
	return {
		name: 'verdicts',
		title: 'Verdicts',
		detail: true,
		...(best === undefined ? {} : { picture: forestOfBest(report, best), findings: [bestSentence(best)] }),
		table: viewTable<VerdictRow>(
			[
				variantColumn(({ found }) => found.variant.label),
				{
					key: 'stratum',
					header: 'stratum',
					identifies: true,
					cell: ({ row }) => ({ text: `${row.stratum}${row.few ? '*' : ''}`, value: row.stratum }),
				},
				number('queries', 'queries', ({ row }) => countCell(row.effect.n)),
				number('base', 'base', ({ row }) => metricCell(row.baselineMean)),
				number('unseen', `with it, ${options.metric.name}`, ({ row }) => metricCell(row.challengerMean)),
				number('delta', 'delta', ({ row }) => deltaCell(row.effect.meanDelta)),
				number('ci', '95 % interval', ({ row }) => intervalCell(row.interval)),
				number('p_studentised_corrected', 'p (Holm)', ({ row }) => pCell(row.studentisedP)),
				number('p_folds_corrected', 'p folds (Holm)', ({ row }) => pCell(row.foldsP)),
				{ key: 'verdict', header: 'verdict', cell: ({ row }) => wordCell(row.verdict, VERDICT_TONES[row.verdict]) },
				number('mde', 'MDE', ({ row }) => mdeCell(row.mde)),
				{ key: 'against_control', header: 'against control', cell: (one) => verdictIn(one.found.againstControl, one) },
				number('source_placebo', 'source placebo', (one) => placeboMean(one.found.againstSource, one)),
				{ key: 'against_source', header: 'against it', cell: (one) => verdictIn(one.found.againstSource, one) },
				number('order_placebo', 'order placebo', (one) => placeboMean(one.found.againstOrder, one)),
				{ key: 'order', header: 'its order', cell: ({ row, found }) => orderWord(row.stratum, found) },
			],
			tested.flatMap((found) => found.againstBase.map((row) => ({ row, found }))),
			({ found }) => found.variant.label,
		),
		notes: strata.some(({ n }) => n < FEW_QUERIES)
			? [`* fewer than ${FEW_QUERIES} queries: only large differences can be found here.`]
			: [],
	};
}

function powerSection({ power }: RetestReport): readonly Section[] {
	if (power === undefined || power.gains.length === 0) return [];
	type Gain = (typeof power.gains)[number];
	return [
		{
			name: 'power',
			title: 'Power',
			detail: true,
			table: viewTable<Gain>(
				[
					{
						key: 'gain',
						header: 'true gain over the base',
						align: 'right',
						identifies: true,
						cell: ({ gain }) => ({ text: String(gain), value: gain }),
					},
					number('found', 'found, overall', ({ power: share }) => shareCell(share)),
				],
				power.gains,
			),
		},
	];
}

function mdeCell(mde: number | undefined): Cell {
	if (mde === undefined) return blank;
	return Number.isFinite(mde) ? metricCell(mde) : { text: 'more than there is room for', value: null };
}
