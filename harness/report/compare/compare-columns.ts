import type { ComparedRow, Comparison } from '../../compare/comparison.ts';
import type { Verdict } from '../../compare/verdict.ts';
import { countCell, deltaCell, intervalCell, pCell } from '../cells.ts';
import { mdeCell, queriesText } from '../mde-words.ts';
import type { Cell, Column, Tone } from '../view.ts';
import { percentOf, stratumLabel, verdictText } from './compare-words.ts';

// Columns that several tables of a comparison share.

export const metricColumn: Column<ComparedRow> = {
	key: 'metric',
	header: 'metric',
	identifies: true,
	cell: ({ metric }) => metric,
};

export const stratumColumn: Column<ComparedRow> = {
	key: 'stratum',
	header: 'stratum',
	identifies: true,
	cell: (row) => ({ text: stratumLabel(row), value: row.stratum }),
};

/** Which systems a row is about: no column where there are only two. */
export function systemColumns({ challengers, options }: Comparison): readonly Column<ComparedRow>[] {
	if (challengers.length < 2) return [];
	if (!options.allPairs)
		return [{ key: 'challenger', header: 'challenger', identifies: true, cell: ({ challenger }) => challenger }];
	return [
		{
			key: 'pair',
			header: 'pair',
			identifies: true,
			cell: ({ challenger, baseline }) => `${challenger} - ${baseline}`,
		},
	];
}

export const roleColumn: Column<ComparedRow> = { key: 'role', header: 'family', cell: ({ role }) => role };

export const queriesColumn: Column<ComparedRow> = {
	key: 'n',
	header: 'queries',
	align: 'right',
	dropOrder: 4,
	cell: ({ effect }) => countCell(effect.n),
};

export const verdictColumn: Column<ComparedRow> = { key: 'verdict', header: 'verdict', cell: verdictCell };

const TONES: Readonly<Record<Verdict, Tone>> = {
	win: 'good',
	loss: 'bad',
	equivalent: 'same',
	inconclusive: 'open',
};

/** The verdict; a lead that is no finding stands in brackets and has no colour of a finding. */
export function verdictCell(row: Pick<ComparedRow, 'notATest' | 'verdict' | 'familyVerdict'>): Cell {
	if (row.notATest !== undefined) return { text: row.notATest, value: row.notATest, tone: 'special' };
	return { text: verdictText(row), value: row.verdict, tone: TONES[row.verdict] };
}

export const deltaColumn: Column<ComparedRow> = {
	key: 'delta',
	header: 'delta',
	align: 'right',
	cell: ({ effect }) => deltaCell(effect.meanDelta),
};

export function intervalColumn({ options }: Comparison): Column<ComparedRow> {
	return {
		key: 'ci',
		header: `${percentOf(1 - options.alpha)} interval`,
		align: 'right',
		cell: ({ interval }) => intervalCell(interval),
	};
}

/** The p that decides. */
export function decidingPColumn({ options }: Comparison): Column<ComparedRow> {
	return options.correction === 'none'
		? {
				key: 'p_studentised',
				header: 'p',
				align: 'right',
				dropOrder: 5,
				cell: ({ rawStudentisedP }) => pCell(rawStudentisedP),
			}
		: {
				key: 'p_studentised_corrected',
				header: 'p',
				align: 'right',
				dropOrder: 5,
				cell: (row) => pCell(row.notATest === undefined ? row.studentisedP : undefined),
			};
}

/** Of inconclusive rows alone; with a margin also how many queries that would take. */
export function mdeColumns({ options }: Comparison): readonly Column<ComparedRow>[] {
	const { margin } = options;
	const of = ({ mde, notATest }: ComparedRow): ComparedRow['mde'] => (notATest === undefined ? mde : undefined);
	return [
		{ key: 'mde', header: 'MDE', align: 'right', dropOrder: 3, cell: (row) => mdeCell(of(row)) },
		...(margin === undefined
			? []
			: [
					{
						key: 'queries_for_margin',
						header: `n for ${margin}`,
						align: 'right' as const,
						dropOrder: 6,
						cell: (row: ComparedRow): Cell => {
							const mde = of(row);
							if (mde === undefined) return { text: '', value: null };
							return { text: queriesText(mde.queriesForMargin), value: mde.queriesForMargin ?? null };
						},
					},
				]),
	];
}
