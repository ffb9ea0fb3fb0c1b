import type { ComparedRow, Comparison } from '../../compare/comparison.ts';
import { countCell, deltaCell, intervalCell, metricCell, pCell, wordCell } from '../cells.ts';
import { differencesOfRow, forestOfComparison } from '../pictures/of-comparison.ts';
import { type Column, type Section, viewTable } from '../view.ts';

/** Per pair of systems: the forest plot with its table, and the ordered differences of the primary question. */
export function comparisonSections(comparison: Comparison): readonly Section[] {
	const { rows, options } = comparison;
	const pairs = [...new Map(rows.map((row) => [JSON.stringify([row.baseline, row.challenger]), row])).values()];
	return pairs.flatMap(({ baseline, challenger }, i): readonly Section[] => {
		const own = rows.filter((row) => row.baseline === baseline && row.challenger === challenger);
		const primary = own.find(({ role }) => role === 'primary');
		return [
			{
				name: `differences_${i + 1}`,
				title: `${challenger} against ${baseline}`,
				picture: forestOfComparison(comparison, { baseline, challenger }),
				table: viewTable(columnsOf(options.alpha), own, ({ metric }) => metric),
				notes: own.flatMap(({ remark, metric, stratum }) =>
					remark === undefined ? [] : [`${metric} ${stratum}: ${remark}`],
				),
			},
			...(primary === undefined
				? []
				: [
						{
							name: `by_query_${i + 1}`,
							title: `Query by query: ${challenger} against ${baseline}`,
							picture: differencesOfRow(primary, options.alpha),
						},
					]),
		];
	});
}

/** The MDE of inconclusive primary questions, and the queries it takes to find less. */
export function detectableSentences({ rows }: Comparison): readonly string[] {
	return rows.flatMap(({ role, mde, metric, stratum, challenger, effect }) =>
		role !== 'primary' || mde?.mde === undefined
			? []
			: [
					`${challenger}, ${metric} ${stratum}: ${effect.n} queries find a true difference of ${mde.mde.toFixed(4)} with power ${mde.power}; to find half of it takes about four times as many.`,
				],
	);
}

const TONES = { win: 'good', loss: 'bad', equivalent: 'same', inconclusive: 'open' } as const;

function columnsOf(alpha: number): readonly Column<ComparedRow>[] {
	return [
		{ key: 'metric', header: 'metric', identifies: true, cell: ({ metric }) => metric },
		{ key: 'stratum', header: 'stratum', identifies: true, cell: ({ stratum }) => stratum },
		{
			key: 'queries',
			header: 'queries',
			align: 'right',
			cell: ({ effect, few }) => countCell(effect.n, few ? '*' : ''),
		},
		{ key: 'baseline', header: 'baseline', align: 'right', cell: ({ baselineMean }) => metricCell(baselineMean) },
		{
			key: 'challenger',
			header: 'challenger',
			align: 'right',
			cell: ({ challengerMean }) => metricCell(challengerMean),
		},
		{ key: 'delta', header: 'delta', align: 'right', cell: ({ effect }) => deltaCell(effect.meanDelta) },
		{
			key: 'ci',
			header: `${Number((100 * (1 - alpha)).toPrecision(4))} %`,
			align: 'right',
			cell: ({ interval }) => intervalCell(interval),
		},
		{ key: 'p', header: 'p, corrected', align: 'right', cell: ({ studentisedP }) => pCell(studentisedP) },
		{
			key: 'moved',
			header: 'better/same/worse',
			align: 'right',
			cell: ({ effect: { wins, losses, n } }) => `${wins}/${n - wins - losses}/${losses}`,
		},
		{
			key: 'mde',
			header: 'could find',
			align: 'right',
			cell: ({ mde }) => metricCell(mde?.mde),
		},
		{
			key: 'verdict',
			header: 'verdict',
			cell: ({ verdict, notATest, familyVerdict }) =>
				notATest !== undefined
					? wordCell(notATest, 'special')
					: wordCell(familyVerdict === verdict ? verdict : `${verdict} (lead: ${familyVerdict})`, TONES[verdict]),
		},
	];
}
