import { type ComparedRow, type Comparison, OVERALL } from '../../compare/comparison.ts';
import { metricCell } from '../cells.ts';
import { methodOfComparison } from '../method.ts';
import { forestOfComparison } from '../pictures/of-comparison.ts';
import { type Section, type View, viewTable } from '../view.ts';
import { bayesSection } from './bayes.ts';
import { comparisonAnswers } from './compare-answer.ts';
import {
	decidingPColumn,
	deltaColumn,
	intervalColumn,
	mdeColumns,
	metricColumn,
	queriesColumn,
	stratumColumn,
	systemColumns,
	verdictColumn,
} from './compare-columns.ts';
import { type CompareReadings, comparisonData, NO_READINGS } from './compare-data.ts';
import { effectsSection, moversSection, rowsSection, testsSection } from './compare-details.ts';
import { comparisonNotes } from './compare-notes.ts';
import { unjudgedSentences } from './unjudged.ts';

/**
 * A comparison: the primary question answered; then its metric by stratum and the other metrics overall (with all pairs:
 * the means with letters); behind it every row, the tests, and the effects.
 */
export function comparisonView(comparison: Comparison, readings: CompareReadings = NO_READINGS): View {
	const { baseline, challengers, dataset, options } = comparison;
	const names = (runs: Comparison['challengers']): string => runs.map(({ label }) => label).join(', ');
	return {
		kind: 'comparison',
		title: options.allPairs
			? `${names([baseline, ...challengers])}, each against each`
			: `${names(challengers)} against ${baseline.label}`,
		answer: comparisonAnswers(comparison),
		method: methodOfComparison(comparison),
		warnings: comparison.warnings,
		sections: [
			options.allPairs ? lettersSection(comparison) : verdictsSection(comparison),
			...(readings.bayes === undefined ? [] : [bayesSection(readings.bayes, comparison)]),
			...(comparison.movers.length > 0 ? [moversSection(comparison)] : []),
			rowsSection(comparison),
			testsSection(comparison),
			effectsSection(comparison),
		],
		notes: [
			...unjudgedSentences(readings.unjudged),
			...comparisonNotes(comparison, options.allPairs ? [] : firstRows(comparison)),
			`Dataset ${dataset.name} (${dataset.fingerprint.slice(0, 12)}), paired by query.`,
		],
		data: comparisonData(comparison, readings),
	};
}

/** The metric of the primary question by stratum, other metrics overall: what the first screen shows. */
function isFirst({ question }: Comparison, { metric, stratum }: { metric: string; stratum: string }): boolean {
	return metric === question.primary.metric || stratum === OVERALL;
}

function firstRows(comparison: Comparison): readonly ComparedRow[] {
	return comparison.rows.filter((row) => isFirst(comparison, row));
}

function verdictsSection(comparison: Comparison): Section {
	const columns = [
		metricColumn,
		stratumColumn,
		...systemColumns(comparison),
		queriesColumn,
		verdictColumn,
		deltaColumn,
		intervalColumn(comparison),
		decidingPColumn(comparison),
		...mdeColumns(comparison),
	];
	const [challenger, ...others] = comparison.challengers;
	return {
		name: 'verdicts',
		// One pair is one picture; several are told apart on the page of `bench report`.
		...(challenger === undefined || others.length > 0
			? {}
			: {
					picture: forestOfComparison(comparison, {
						baseline: comparison.baseline.label,
						challenger: challenger.label,
					}),
				}),
		table: viewTable<ComparedRow>(columns, firstRows(comparison), groupOf(comparison)),
	};
}

/** With several challengers a stratum's rows belong together, else a metric's. */
function groupOf({ challengers, question }: Comparison): (row: ComparedRow) => string {
	return ({ metric, stratum }) => {
		if (challengers.length > 1) return `${metric} ${stratum}`;
		return metric === question.primary.metric ? metric : '';
	};
}

/** Means with a compact letter display. */
/** The means with letters, for all pairs. */
export function lettersSection(comparison: Comparison): Section {
	const { standings, baseline, challengers } = comparison;
	type Standing = (typeof standings)[number];
	const primary = standings.find(({ role }) => role === 'primary');
	const order = primary?.systems.map(({ label }) => label) ?? [baseline, ...challengers].map(({ label }) => label);
	const rows = standings.filter((standing) => isFirst(comparison, standing));
	return {
		name: 'letters',
		table: viewTable<Standing>(
			[
				{ key: 'metric', header: 'metric', identifies: true, cell: ({ metric }) => metric },
				{ key: 'stratum', header: 'stratum', identifies: true, cell: ({ stratum }) => stratum },
				...order.map((label, i) => ({
					key: `system_${i + 1}`,
					header: label,
					cell: ({ systems }: Standing) => {
						const system = systems.find((candidate) => candidate.label === label);
						const { text, value = null } = metricCell(system?.mean);
						return { text: `${text} ${system?.letters ?? ''}`, value };
					},
				})),
			],
			rows,
			({ metric }) => metric,
		),
		notes: ['Systems of one row that share a letter are not told apart.'],
	};
}
