import { countCell, numberCell } from '../../../harness/report/cells.ts';
import { formatCount, formatP } from '../../../harness/report/numbers.ts';
import { toJsonObject } from '../../../harness/report/snake-case.ts';
import { type Column, type Section, type View, viewTable } from '../../../harness/report/view.ts';
import type { DegreeStats, GraphStats } from '../../../retrievers/graph/graph-stats.ts';

/** `bench graph stats`: figures of a graph, without any name in it. */
export function graphStatsView(dataset: string, retriever: string, stats: GraphStats): View {
	const { edgesByKind, leakage } = stats;
	const kinds = Object.entries(edgesByKind).map(([kind, count]) => `${formatCount(count)} ${kind}`);
	return {
		kind: 'graph',
		title: `Graph of ${retriever} on ${dataset}`,
		answer: [
			`${retriever}: ${formatCount(stats.nodes)} nodes, ${formatCount(stats.edges)} edges (${kinds.join(', ') || 'none'})`,
			`${formatCount(stats.components)} components, the largest of ${formatCount(stats.largestComponent)} nodes`,
		],
		warnings: [],
		sections: [degreesSection(stats), histogramSection(stats), reachSection(stats)],
		notes: [],
		data: toJsonObject({
			dataset,
			retriever,
			...stats,
			edgesByKind: new Map(Object.entries(edgesByKind)),
			leakage: leakage ?? null,
		}),
	};
}

type DegreeRow = readonly [name: string, of: DegreeStats];

function degreesSection({ documents, concepts }: GraphStats): Section {
	const columns: readonly Column<DegreeRow>[] = [
		{ key: 'degrees', header: 'degrees', identifies: true, cell: ([name]) => name },
		...(['nodes', 'isolated', 'p50', 'p90', 'p99', 'max'] as const).map(
			(key): Column<DegreeRow> => ({ key, header: key, align: 'right', cell: ([, of]) => countCell(of[key]) }),
		),
		{ key: 'mean', header: 'mean', align: 'right', cell: ([, { mean }]) => numberCell(mean, 1) },
	];
	return {
		name: 'degrees',
		table: viewTable(columns, [
			['documents', documents],
			['concepts', concepts],
		]),
	};
}

function histogramSection({ documents, concepts }: GraphStats): Section {
	const count = Math.max(documents.histogram.length, concepts.histogram.length);
	const buckets = Array.from({ length: count }, (_, bucket) => bucket);
	return {
		name: 'histogram',
		table: viewTable<number>(
			[
				{ key: 'degree', header: 'degree', align: 'right', identifies: true, cell: bucketName },
				{
					key: 'documents',
					header: 'documents',
					align: 'right',
					cell: (bucket) => countCell(documents.histogram[bucket] ?? 0),
				},
				{
					key: 'concepts',
					header: 'concepts',
					align: 'right',
					cell: (bucket) => countCell(concepts.histogram[bucket] ?? 0),
				},
			],
			buckets,
		),
	};
}

function reachSection({ coverage, leakage }: GraphStats): Section {
	return {
		name: 'reach',
		findings: [
			`coverage: ${share(coverage.relevantInGraph, coverage.relevantDocuments)} relevant documents have an edge;`,
			`  all of them for ${share(coverage.queriesInGraph, coverage.queries)} queries;`,
			`  ${share(coverage.relevantPairsSharing, coverage.relevantPairs)} pairs relevant to one query share a concept`,
			leakage === undefined
				? 'leakage: not tested: it takes relevant documents and others'
				: `leakage: a relevant document has the higher degree with probability ${leakage.auc.toFixed(3)} (0.5: no difference), p ${formatP(leakage.p)}${leakage.p < 0.05 ? ': degree alone says something of relevance' : ''}`,
		],
	};
}

function share(part: number, whole: number): string {
	const percent = whole === 0 ? '' : ` (${((100 * part) / whole).toFixed(1)} %)`;
	return `${formatCount(part)} of ${formatCount(whole)}${percent}`;
}

function bucketName(bucket: number): string {
	if (bucket < 2) return String(bucket);
	return `${2 ** (bucket - 1)}-${2 ** bucket - 1}`;
}
