import type { CompareOptions } from '../../compare/comparison.ts';
import { FEW_QUERIES, OVERALL } from '../../compare/comparison.ts';
import { RESERVE } from '../../compare/gatekeeping.ts';
import { type Ablation, type AblationRow, type Contribution, wholeSystem } from '../../legs/ablation/ablation.ts';
import { notATest } from '../../legs/ablation/testable.ts';
import { deltaCell, intervalCell, metricCell, pCell, wordCell } from '../cells.ts';
import { LEADS, percentOf, verdictText } from '../compare/compare-words.ts';
import { formatMetric } from '../numbers.ts';
import { forestOfContributions, legMatrixOf } from '../pictures/of-ablation.ts';
import { type Cell, type Column, type Section, type Tone, type ViewTable, viewTable } from '../view.ts';

const TONES: Readonly<Record<string, Tone>> = { win: 'good', loss: 'bad', equivalent: 'same', inconclusive: 'open' };

/** Contributions of the parts on the primary metric and stratum: the first screen. */
export function primarySection({ contributions, options, question }: Ablation): readonly Section[] {
	const { metric, stratum } = question.primary;
	const rows = contributions.filter(({ row }) => row.metric === metric && row.stratum === stratum);
	if (rows.length === 0) return [];
	const marked = rows.filter(({ notATest, remark }) => notATest !== undefined || remark !== undefined);
	return [
		{
			name: 'parts',
			title: `What each part adds to the others, by ${metric} ${stratum} (${rows[0]?.row.effect.n} queries)`,
			picture: forestOfContributions(rows, options.alpha),
			table: contributionTable(rows, options, { primary: true }),
			notes: [
				...marked.map(({ part, notATest, remark }) => `${part.name}: ${notATest ?? remark}.`),
				...(rows.some(leads) ? [LEADS] : []),
			],
		},
	];
}

/** Every metric, overall and per stratum. */
export function contributionsSection({ contributions, options, question }: Ablation): readonly Section[] {
	if (contributions.length === 0) return [];
	const { primary } = question;
	return [
		{
			name: 'contributions',
			title: 'What each part adds, on every metric and stratum',
			detail: true,
			table: contributionTable(contributions, options, { primary: false }),
			notes: [
				...(contributions.some(({ row }) => row.few)
					? [`* fewer than ${FEW_QUERIES} queries: only large differences can be found here.`]
					: []),
				...(options.correction === 'none'
					? []
					: [
							`primary: ${primary.metric} ${primary.stratum}, corrected over parts (${options.correction}); the other rows are one secondary family, judged at ${options.alpha} where the primary row of their part is a win or a loss, and at ${Number((options.alpha * RESERVE).toPrecision(6))} where it is open.`,
						]),
				...(contributions.some(leads) ? [LEADS] : []),
			],
		},
	];
}

function leads({ row, notATest }: Contribution): boolean {
	return notATest === undefined && row.verdict !== row.familyVerdict;
}

function contributionTable(
	contributions: readonly Contribution[],
	{ alpha, correction }: CompareOptions,
	{ primary }: { readonly primary: boolean },
): ViewTable {
	const number = (
		key: string,
		header: string,
		cell: (contribution: Contribution) => Cell,
		dropOrder?: number,
	): Column<Contribution> => ({
		key,
		header,
		align: 'right',
		cell,
		...(dropOrder === undefined ? {} : { dropOrder }),
	});
	const columns: readonly Column<Contribution>[] = [
		...(primary
			? []
			: [
					{ key: 'metric', header: 'metric', identifies: true, cell: ({ row }: Contribution) => row.metric },
					{
						key: 'stratum',
						header: 'stratum',
						identifies: true,
						cell: ({ row }: Contribution): Cell => ({
							text: `${row.stratum}${row.few ? '*' : ''}`,
							value: row.stratum,
						}),
					},
				]),
		{
			key: 'part',
			header: 'part',
			identifies: true,
			cell: ({ part }) => (part.kind === 'leg' ? part.name : `stage ${part.name}`),
		},
		number('mean_without', 'without', ({ row }) => metricCell(row.baselineMean)),
		number('mean_with', 'with', ({ row }) => metricCell(row.challengerMean)),
		number('delta', 'delta', ({ row }) => deltaCell(row.effect.meanDelta)),
		number('ci', `${percentOf(1 - alpha)} interval`, ({ row }) => intervalCell(row.interval), 1),
		...(primary ? [] : [number('p_studentised', 'p studentised', ({ row }) => pCell(row.rawStudentisedP), 3)]),
		...(correction === 'none'
			? []
			: [
					number(
						'p_studentised_corrected',
						`p (${correction})`,
						({ row, notATest }) => (notATest === undefined ? pCell(row.studentisedP) : { text: '-', value: null }),
						2,
					),
				]),
		{ key: 'verdict', header: 'verdict', cell: verdictCell },
	];
	return viewTable(columns, contributions, ({ row }) => row.metric);
}

function verdictCell({ row, notATest, remark }: Contribution): Cell {
	const text = verdictText({ ...row, notATest });
	if (notATest !== undefined) return wordCell(text, 'special');
	const found = TONES[row.verdict];
	return remark === undefined ? wordCell(text, found) : { ...wordCell(`${text}, limited`, 'open'), value: text };
}

/** Every system: overall, then the strata. */
export function matrixSections(ablation: Ablation): readonly Section[] {
	const { rows, metrics } = ablation;
	const strata = Object.keys(wholeSystem(rows).run.summary.strata);
	const scopes = [undefined, ...(strata.length > 1 ? strata : [])];
	return scopes.map((stratum, i) => {
		const means = ({ run: { summary } }: AblationRow) =>
			stratum === undefined ? summary.overall : summary.strata[stratum];
		const name = stratum ?? OVERALL;
		return {
			name: i === 0 ? 'systems' : `systems_${i}`,
			...(stratum === undefined ? { picture: legMatrixOf(ablation) } : {}),
			title: `Every system, ${name} (${means(wholeSystem(rows))?.n ?? 0} queries)`,
			detail: true,
			table: viewTable<AblationRow>(
				[
					{ key: 'system', header: 'system', identifies: true, cell: ({ variant }) => variant.label },
					{
						key: 'stratum',
						header: 'stratum',
						identifies: true,
						cell: () => name,
					},
					...metrics.map(
						(metric): Column<AblationRow> => ({
							key: metric.name,
							header: metric.name,
							align: 'right',
							cell: (row) => metricCell(means(row)?.metrics[metric.name]),
						}),
					),
				],
				rows,
			),
		};
	});
}

/** Every smaller system against the whole, best first. */
export function smallerSection({ subsets, options }: Ablation): readonly Section[] {
	if (subsets === undefined) return [];
	const { metric, stratum, whole } = subsets;
	type Subset = (typeof subsets.subsets)[number];
	return [
		{
			name: 'smaller_systems',
			title: `Smaller systems against ${whole}, by ${metric} ${stratum}, one family`,
			detail: true,
			table: viewTable<Subset>(
				[
					{ key: 'system', header: 'system', identifies: true, cell: ({ label }) => label },
					{ key: 'mean', header: metric, align: 'right', cell: ({ row }) => metricCell(row.challengerMean) },
					{ key: 'delta', header: 'delta', align: 'right', cell: ({ row }) => deltaCell(row.effect.meanDelta) },
					{
						key: 'ci',
						header: `${percentOf(1 - options.alpha)} interval`,
						align: 'right',
						dropOrder: 1,
						cell: ({ row }) => intervalCell(row.interval),
					},
					{
						key: 'p_studentised_corrected',
						header: options.correction === 'none' ? 'p' : `p (${options.correction})`,
						align: 'right',
						dropOrder: 2,
						cell: ({ row }) => pCell(row.studentisedP),
					},
					{ key: 'verdict', header: 'verdict', cell: ({ row }) => wordCell(row.verdict, TONES[row.verdict]) },
				],
				subsets.subsets,
			),
		},
	];
}

/** Each leg's share, and which shares are told apart. */
export function sharesSections(ablation: Ablation): readonly Section[] {
	const { shapley, audits, auditsOf } = ablation;
	if (new Set(shapley.map(({ leg }) => leg)).size < 2) return [];
	type Share = Ablation['shapley'][number];
	const instead = ({ metric, leg }: Share): string | undefined =>
		notATest({ kind: 'leg', name: leg }, auditsOf.get(metric) ?? audits);
	const table = viewTable<Share>(
		[
			{ key: 'metric', header: 'metric', identifies: true, cell: ({ metric }) => metric },
			{ key: 'leg', header: 'leg', identifies: true, cell: ({ leg }) => leg },
			{
				key: 'share',
				header: 'share',
				align: 'right',
				cell: (share) => {
					const text = instead(share);
					return text === undefined ? metricCell(share.value) : wordCell(text, 'special');
				},
			},
			{
				key: 'ci',
				header: `${percentOf(1 - ablation.options.alpha)} interval`,
				align: 'right',
				cell: (share) => {
					const { low, high } = share.interval;
					if (instead(share) !== undefined) return { text: '-', value: null };
					return { text: `${formatMetric(low)} .. ${formatMetric(high)}`, value: [low, high] };
				},
			},
		],
		shapley,
		({ metric }) => metric,
	);
	return [
		{
			name: 'shapley',
			title: 'The Shapley share of each leg',
			detail: true,
			table,
			notes: [
				...(shapley.some((share) => instead(share) !== undefined)
					? ['A leg that cannot matter has no share of its own, so those shown do not add up to the whole.']
					: []),
				...differences(ablation),
			],
		},
	];
}

/** One line per metric: which legs' shares are told apart. */
function differences({ shapleyDifferences, audits, auditsOf, metrics, options }: Ablation): readonly string[] {
	const live = shapleyDifferences.filter(({ metric, leg, other }) =>
		[leg, other].every((name) => notATest({ kind: 'leg', name }, auditsOf.get(metric) ?? audits) === undefined),
	);
	const lines = metrics.flatMap(({ name }) => {
		const pairs = live.filter(({ metric }) => metric === name);
		if (pairs.length === 0) return [];
		const apart = pairs.flatMap(({ leg, other, value, interval: { low, high } }) => {
			if (low <= 0 && high >= 0) return [];
			const [more, less] = value > 0 ? [leg, other] : [other, leg];
			const [least, most] = value > 0 ? [low, high] : [-high, -low];
			return [`${more} above ${less} by ${formatMetric(least)} .. ${formatMetric(most)}`];
		});
		return [`${name}: ${apart.length > 0 ? apart.join(', ') : 'no two legs are told apart'}.`];
	});
	if (lines.length === 0) return [];
	return [
		`Shares that differ, paired by query (intervals hold together at ${percentOf(1 - options.alpha)} within a metric):`,
		...lines,
	];
}
