import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Dataset, JsonObject } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { writeFileWhole } from '../../harness/files/write-file.ts';
import { formatCount, formatP } from '../../harness/report/numbers.ts';
import { renderTable } from '../../harness/report/table.ts';
import { exportGraph } from '../../retrievers/graph/export-graph.ts';
import { type DegreeStats, type GraphStats, graphStats } from '../../retrievers/graph/graph-stats.ts';
import { GRAPHS } from '../../retrievers/graph/graphs.ts';
import { TRIPLES_FILE } from '../../retrievers/graph/triples.ts';
import { type DatasetFlags, indexContext, openDataset, type PlaceFlags } from '../open-dataset.ts';
import { openSystems, type SystemFlags } from '../open-systems.ts';
import type { OutputFlags, Terminal } from '../terminal.ts';

export type GraphFlags = DatasetFlags & SystemFlags & PlaceFlags & OutputFlags;

export async function printGraphStats(flags: GraphFlags, terminal: Terminal): Promise<void> {
	const { dataset, retriever, graph, corpus } = await openGraph(flags, terminal);
	const stats = graphStats(graph, corpus, dataset.qrels, flags.seed);
	if (terminal.json) terminal.printJson({ dataset: dataset.name, retriever, ...toJson(stats) });
	else terminal.print(render(retriever, stats));
}

export async function writeGraph(flags: GraphFlags, out: string, terminal: Terminal): Promise<void> {
	const { retriever, graph } = await openGraph(flags, terminal);
	writeFileWhole(out, await exportGraph(graph, extname(out).slice(1)));
	if (terminal.json) terminal.printJson({ retriever, file: out, nodes: graph.order, edges: graph.size });
	else terminal.print(`${out}: ${formatCount(graph.order)} nodes, ${formatCount(graph.size)} edges`);
}

/** The graph of the retriever that the flags name: graph:typed where the dataset has triples, else graph. */
async function openGraph(flags: GraphFlags, terminal: Terminal) {
	const dataset = await openDataset(flags, terminal);
	const [system] = await openSystems(
		flags.retriever.length > 0 ? flags : { ...flags, retriever: [defaultRetriever(dataset)] },
	);
	const retriever = system?.plugin.name ?? '';
	const build = Object.hasOwn(GRAPHS, retriever) ? GRAPHS[retriever] : undefined;
	if (system === undefined || build === undefined)
		throw new BenchError('usage', `${retriever} walks no graph of its own`, {
			hint: `--retriever takes ${Object.keys(GRAPHS).join(' or ')} here.`,
		});
	if (flags.retriever.length === 0) terminal.note(`retriever ${retriever}`);
	// A graph can leave the process from here; what is sensitive can't.
	const corpus = dataset.corpus.filter((doc) => !doc.sensitive);
	return {
		dataset,
		corpus,
		retriever,
		graph: await build(corpus, system.options, indexContext(dataset, flags, terminal)),
	};
}

function defaultRetriever(dataset: Dataset): string {
	return existsSync(join(dataset.directory, TRIPLES_FILE)) ? 'graph:typed' : 'graph';
}

function toJson({ edgesByKind, largestComponent, coverage, leakage, ...rest }: GraphStats): JsonObject {
	return {
		nodes: rest.nodes,
		edges: rest.edges,
		edges_by_kind: edgesByKind,
		documents: { ...rest.documents },
		concepts: { ...rest.concepts },
		components: rest.components,
		largest_component: largestComponent,
		coverage: {
			relevant_documents: coverage.relevantDocuments,
			relevant_in_graph: coverage.relevantInGraph,
			queries: coverage.queries,
			queries_in_graph: coverage.queriesInGraph,
			relevant_pairs: coverage.relevantPairs,
			relevant_pairs_sharing: coverage.relevantPairsSharing,
		},
		leakage: leakage === undefined ? null : { ...leakage },
	};
}

function render(retriever: string, stats: GraphStats): string {
	const kinds = Object.entries(stats.edgesByKind).map(([kind, count]) => `${formatCount(count)} ${kind}`);
	const degreeRow = (name: string, of: DegreeStats) => [
		name,
		...[of.nodes, of.isolated, of.p50, of.p90, of.p99, of.max].map(formatCount),
		of.mean.toFixed(1),
	];
	const buckets = Math.max(stats.documents.histogram.length, stats.concepts.histogram.length);
	const histogram = Array.from({ length: buckets }, (_, bucket) => [
		bucketName(bucket),
		formatCount(stats.documents.histogram[bucket] ?? 0),
		formatCount(stats.concepts.histogram[bucket] ?? 0),
	]);
	const right = (header: string) => ({ header, align: 'right' as const });
	const { coverage, leakage } = stats;
	return [
		`${retriever}: ${formatCount(stats.nodes)} nodes, ${formatCount(stats.edges)} edges (${kinds.join(', ') || 'none'})`,
		`${formatCount(stats.components)} components, the largest of ${formatCount(stats.largestComponent)} nodes`,
		'',
		renderTable(
			[{ header: 'degrees' }, ...['nodes', 'isolated', 'p50', 'p90', 'p99', 'max', 'mean'].map(right)],
			[degreeRow('documents', stats.documents), degreeRow('concepts', stats.concepts)],
		),
		'',
		renderTable([right('degree'), right('documents'), right('concepts')], histogram),
		'',
		`coverage: ${share(coverage.relevantInGraph, coverage.relevantDocuments)} relevant documents have an edge;`,
		`  all of them for ${share(coverage.queriesInGraph, coverage.queries)} queries;`,
		`  ${share(coverage.relevantPairsSharing, coverage.relevantPairs)} pairs relevant to one query share a concept`,
		leakage === undefined
			? 'leakage: not tested: it takes relevant documents and others'
			: `leakage: a relevant document has the higher degree with probability ${leakage.auc.toFixed(3)} (0.5: no difference), p ${formatP(leakage.p)}${leakage.p < 0.05 ? ': degree alone says something of relevance' : ''}`,
	].join('\n');
}

function share(part: number, whole: number): string {
	const percent = whole === 0 ? '' : ` (${((100 * part) / whole).toFixed(1)} %)`;
	return `${formatCount(part)} of ${formatCount(whole)}${percent}`;
}

function bucketName(bucket: number): string {
	if (bucket < 2) return String(bucket);
	return `${2 ** (bucket - 1)}-${2 ** bucket - 1}`;
}
