import type { ComparedRow, Comparison } from '../../compare/comparison.ts';
import type { Mover } from '../../compare/movers.ts';
import { effectInterval } from '../../stats/effect-interval.ts';
import { deltaCell, intervalCell, metricCell, numberCell, pCell } from '../cells.ts';
import { clusterColumns } from '../cluster-words.ts';
import { type Column, type Section, viewTable } from '../view.ts';
import {
	decidingPColumn,
	deltaColumn,
	intervalColumn,
	mdeColumns,
	metricColumn,
	queriesColumn,
	roleColumn,
	stratumColumn,
	systemColumns,
	verdictColumn,
} from './compare-columns.ts';
import { rowNotes, ruleNotes } from './compare-notes.ts';
import { percentOf } from './compare-words.ts';

const byMetric = ({ metric }: { readonly metric: string }): string => metric;

/** Every metric, stratum and pair of systems. */
export function rowsSection(comparison: Comparison): Section {
	const simultaneous: Column<ComparedRow> = {
		key: 'ci_simultaneous',
		header: 'simultaneous',
		align: 'right',
		cell: (row) => intervalCell(row.simultaneous),
	};
	const columns = [
		metricColumn,
		stratumColumn,
		...systemColumns(comparison),
		roleColumn,
		queriesColumn,
		...clusterColumns(comparison),
		verdictColumn,
		deltaColumn,
		intervalColumn(comparison),
		...(comparison.options.simultaneous ? [simultaneous] : []),
		decidingPColumn(comparison),
		...mdeColumns(comparison),
	];
	return {
		name: 'rows',
		title: 'Every metric and stratum',
		detail: true,
		table: viewTable<ComparedRow>(columns, comparison.rows, byMetric),
		notes: rowNotes(comparison, comparison.rows),
	};
}

/** The tests behind the verdicts, each p alone and within its family. */
export function testsSection(comparison: Comparison): Section {
	const { correction, margin, resamples } = comparison.options;
	type Read = (row: ComparedRow) => number | undefined;
	const p = (key: string, header: string, read: Read): Column<ComparedRow> => ({
		key,
		header,
		align: 'right',
		cell: (row) => pCell(read(row)),
	});
	const test = (name: string, raw: Read, corrected: Read): readonly Column<ComparedRow>[] => [
		p(`p_${name}`, name, raw),
		...(correction === 'none'
			? []
			: [
					p(`p_${name}_corrected`, `(${correction})`, (row) =>
						row.notATest === undefined ? corrected(row) : undefined,
					),
				]),
	];
	const columns: readonly Column<ComparedRow>[] = [
		metricColumn,
		stratumColumn,
		...systemColumns(comparison),
		...test(
			'studentised',
			({ rawStudentisedP }) => rawStudentisedP,
			({ studentisedP }) => studentisedP,
		),
		...test(
			'randomisation',
			({ randomisationP }) => randomisationP,
			({ correctedP }) => correctedP,
		),
		...(margin === undefined
			? []
			: test(
					'equivalence',
					({ rawEquivalenceP }) => rawEquivalenceP,
					({ equivalenceP }) => equivalenceP,
				)),
		p('p_t', 'paired t', ({ tP }) => tP),
		{
			key: 'p_delta_le_0',
			header: 'P(Δ<=0)',
			align: 'right',
			cell: ({ shareAtMostZero: share }) => ({
				text: share === 0 ? `<${1 / resamples}` : share.toFixed(4),
				value: share,
			}),
		},
	];
	return {
		name: 'tests',
		title:
			correction === 'none' ? 'p of every test' : `p of every test, and corrected within its family (${correction})`,
		detail: true,
		table: viewTable<ComparedRow>(columns, comparison.rows, byMetric),
		notes: ruleNotes(comparison),
	};
}

/** Means, effect sizes, and how many queries won and lost. */
export function effectsSection(comparison: Comparison): Section {
	const confidence = 1 - comparison.options.alpha;
	const count = (key: 'wins' | 'ties' | 'losses'): Column<ComparedRow> => ({
		key,
		header: key,
		align: 'right',
		cell: ({ effect }) => ({ text: String(effect[key]), value: effect[key] }),
	});
	const columns: readonly Column<ComparedRow>[] = [
		metricColumn,
		stratumColumn,
		...systemColumns(comparison),
		{ key: 'baseline_mean', header: 'baseline', align: 'right', cell: ({ baselineMean }) => metricCell(baselineMean) },
		{
			key: 'challenger_mean',
			header: 'challenger',
			align: 'right',
			cell: ({ challengerMean }) => metricCell(challengerMean),
		},
		{ key: 'd_z', header: 'd_z', align: 'right', cell: ({ effect }) => numberCell(effect.dz, 2) },
		{
			key: 'd_z_ci',
			header: `${percentOf(confidence)} interval`,
			align: 'right',
			cell: ({ effect, clustering }) => {
				const interval = effectInterval(effect, confidence, clustering);
				if (interval === undefined) return { text: '-', value: null };
				return {
					text: `${interval.low.toFixed(2)} .. ${interval.high.toFixed(2)}`,
					value: [interval.low, interval.high],
				};
			},
		},
		...(['wins', 'ties', 'losses'] as const).map(count),
	];
	return {
		name: 'effects',
		title: 'Means and effect sizes',
		detail: true,
		table: viewTable<ComparedRow>(columns, comparison.rows, byMetric),
		notes: [
			'd_z: the mean delta in standard deviations of the deltas. wins, ties, losses: queries on which the challenger scored higher, the same, lower.',
		],
	};
}

/** The queries that moved most, which were asked for. */
export function moversSection({ movers, challengers, options }: Comparison): Section {
	const columns: readonly Column<Mover>[] = [
		{ key: 'metric', header: 'metric', identifies: true, cell: ({ metric }) => metric },
		...(challengers.length < 2
			? []
			: [
					{
						key: 'pair',
						header: options.allPairs ? 'pair' : 'challenger',
						identifies: true,
						cell: ({ challenger, baselineLabel }: Mover): string =>
							options.allPairs ? `${challenger} - ${baselineLabel}` : challenger,
					},
				]),
		{ key: 'query', header: 'query', identifies: true, cell: ({ queryId }) => queryId },
		{ key: 'stratum', header: 'stratum', identifies: true, cell: ({ stratum }) => stratum },
		{ key: 'baseline', header: 'baseline', align: 'right', cell: ({ baseline }) => metricCell(baseline) },
		{ key: 'challenger_value', header: 'challenger', align: 'right', cell: ({ value }) => metricCell(value) },
		{ key: 'delta', header: 'delta', align: 'right', cell: ({ delta }) => deltaCell(delta) },
	];
	return {
		name: 'movers',
		title: 'Queries that moved most',
		table: viewTable<Mover>(columns, movers, (mover) =>
			JSON.stringify([mover.metric, mover.baselineLabel, mover.challenger]),
		),
	};
}
