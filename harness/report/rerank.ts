import type { JsonObject } from '../contract.ts';
import type { RerankFacts } from '../run/folder/rerank-facts.ts';
import type { RerankReach } from '../run/rerank-reach.ts';
import type { RerankTimings } from '../run/timings.ts';
import { metricCell, millisecondsCell, shareCell } from './cells.ts';
import { formatCount, formatMilliseconds } from './numbers.ts';
import { toJsonObject } from './snake-case.ts';
import { type Column, type Section, type View, viewTable } from './view.ts';

/** One system's reranker and what it cost. */
export interface RerankReport {
	/** Named where several systems stand side by side. */
	readonly system?: string;
	readonly rerank: RerankFacts;
	/** `cachedPairs` is absent where nobody counted them. */
	readonly timings?: RerankCost | undefined;
}

export type RerankCost = Omit<RerankTimings, 'cachedPairs'> & Partial<Pick<RerankTimings, 'cachedPairs'>>;

interface ReachRow {
	readonly metric: string;
	readonly without: number;
	readonly with: number;
	readonly perfect: number;
}

/** What a reranker could reach with the candidates that it was given, what it reached, and what it cost. */
export function rerankSection({ system, rerank, timings }: RerankReport): Section {
	const rows = Object.entries(rerank.reach).map(([metric, means]): ReachRow => ({ metric, ...means }));
	const mean = (key: 'without' | 'with' | 'perfect', header: string): Column<ReachRow> => ({
		key,
		header,
		align: 'right',
		cell: (row) => metricCell(row[key]),
	});
	return {
		name: system === undefined ? 'rerank' : `rerank_${system}`,
		title: `${system === undefined ? '' : `${system}: `}what reranking with ${rerank.model} could reach, and what it reached`,
		detail: true,
		findings: rerankFindings({ rerank, timings }),
		table: viewTable<ReachRow>(
			[
				{ key: 'metric', header: 'metric', identifies: true, cell: ({ metric }) => metric },
				mean('without', 'without it'),
				mean('with', 'with it'),
				mean('perfect', 'with a perfect one'),
				{
					key: 'reached',
					header: 'of the gap',
					align: 'right',
					cell: ({ without, with: withIt, perfect }) =>
						shareCell(perfect > without ? (withIt - without) / (perfect - without) : undefined),
				},
			],
			rows,
		),
		notes: [
			'with a perfect one: the same candidates, ordered by their grades; unjudged ones count as not relevant. of the gap: how much of what could be gained was; below 0 % it lost.',
		],
	};
}

function rerankFindings({ rerank, timings }: RerankReport): readonly string[] {
	const { queries, pairs, pairs_cut: cut, candidates_unseen: unseen } = rerank;
	return [
		`It is given the best ${rerank.top} candidates: they hold ${(100 * rerank.head_recall).toFixed(1)} % of the relevant documents (recall@${rerank.top} before it), and no order of them can bring more into the top.`,
		`The ranking of ${formatCount(rerank.queries_changed)} of ${formatCount(queries)} queries is another with it than without it.`,
		...(cut > 0
			? [
					`${formatCount(cut)} of ${formatCount(pairs)} pairs of query and document are longer than its window and were cut.`,
				]
			: []),
		...(unseen > 0
			? [
					`${formatCount(unseen)} candidates are shown to no model (sensitive or empty) and keep their rank among the rest.`,
				]
			: []),
		...(timings === undefined || timings.perQuery.n === 0 ? [] : [costSentence(timings)]),
	];
}

function costSentence({ perQuery, pairs, cachedPairs: cached }: RerankCost): string {
	const when =
		cached === 0
			? ''
			: cached === undefined
				? ', measured when they were scored'
				: cached >= pairs
					? ', measured when they were scored: now all came from the cache, which measures nothing'
					: `, measured when they were scored: ${formatCount(cached)} of ${formatCount(pairs)} came from the cache, which measures nothing`;
	return `The scores of a query cost ${formatMilliseconds(perQuery.p50)} ms (p50), ${formatMilliseconds(perQuery.p95)} ms (p95)${when}.`;
}

/** The same as JSON. */
export function rerankData({ rerank, timings }: RerankReport): JsonObject {
	const { reach, ...facts } = rerank;
	return {
		...(facts as unknown as JsonObject),
		// Metrics are names that people give.
		reach: reach as unknown as JsonObject,
		...(timings === undefined ? {} : { timings: timingsData(timings) }),
	};
}

export function timingsData({ perQuery, pairs, cachedPairs }: RerankCost): JsonObject {
	return {
		per_query: perQuery as unknown as JsonObject,
		pairs,
		...(cachedPairs === undefined ? {} : { cached_pairs: cachedPairs }),
	};
}

/** What the candidates of a reranker hold, what scoring them costs, and who misses which budget: a row per setting. */
function budgetsSection(reaches: readonly RerankReach[]): Section {
	const models = new Set(reaches.map(({ model }) => model)).size;
	const columns: readonly Column<RerankReach>[] = [
		...(models > 1
			? [{ key: 'model', header: 'rerank.model', identifies: true, cell: ({ model }: RerankReach) => model }]
			: []),
		{
			key: 'top',
			header: 'rerank.top',
			align: 'right',
			identifies: true,
			cell: ({ top }) => ({ text: String(top), value: top }),
		},
		{
			key: 'deadline_ms',
			header: 'rerank.deadline_ms',
			align: 'right',
			identifies: true,
			cell: ({ deadlineMs }) => ({ text: deadlineMs === 0 ? 'none' : String(deadlineMs), value: deadlineMs }),
		},
		{
			key: 'head_recall',
			header: 'relevant given',
			align: 'right',
			cell: ({ headRecall }) => shareCell(headRecall, 1),
		},
		{ key: 'p50', header: 'p50 ms', align: 'right', cell: ({ allCosts }) => millisecondsCell(allCosts.p50) },
		{ key: 'p95', header: 'p95 ms', align: 'right', cell: ({ allCosts }) => millisecondsCell(allCosts.p95) },
		{
			key: 'missed',
			header: 'queries past it',
			align: 'right',
			cell: ({ pastQueries, queries, deadlineMs }) =>
				shareCell(deadlineMs === 0 || queries === 0 ? undefined : pastQueries.size / queries),
		},
	];
	return {
		name: 'rerank_budgets',
		title: 'What the reranker is given, what it costs per query, and who misses the budget',
		table: viewTable(columns, reaches),
		notes: [
			'Times are those that were measured when the pairs were scored, on the machine that scored them; pairs that were sent to a server share the time of their request evenly. A system that misses its budget on some queries is another system on them.',
		],
	};
}

/** A sweep's view with what the settings of its reranker cost; as it is for a system without one. */
export function withBudgets(view: View, budgets: readonly RerankReach[]): View {
	if (budgets.length === 0) return view;
	const rows = budgets.map(({ model, top, deadlineMs, queries, pastQueries, headRecall, allCosts }) => ({
		model,
		top,
		deadlineMs,
		queries,
		queriesPastDeadline: pastQueries.size,
		headRecall,
		cost: allCosts,
	}));
	return {
		...view,
		sections: [...view.sections, budgetsSection(budgets)],
		data: { ...view.data, rerank_budgets: rows.map(toJsonObject) },
	};
}
