import { extname } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { writeFileWhole } from '../../../harness/files/write-file.ts';
import { formatCount } from '../../../harness/report/numbers.ts';
import { receiptView } from '../../../harness/report/receipt.ts';
import { exportGraph } from '../../../retrievers/graph/export-graph.ts';
import { graphStats } from '../../../retrievers/graph/graph-stats.ts';
import { addDatasetFlags, addDirectoryFlags, addOutputFlags, addSystemFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { openTerminal } from '../../terminal.ts';
import { openGraph } from './open-graph.ts';
import { graphStatsView } from './stats-view.ts';

export function define(command: Command, io: Io): void {
	command.description('Describes or exports the graph that --retriever graph or graph:typed would walk.');
	addOutputFlags(addDirectoryFlags(addSystemFlags(addDatasetFlags(command.command('stats')))))
		.summary('size, degrees, components, coverage of relevant documents, leakage')
		.description(
			'Nodes, edges, components and degrees; how many relevant documents the graph can reach at all; and whether relevant documents can be told from the rest by their degree alone. Names no document and no concept.',
		)
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			const { dataset, retriever, graph, corpus } = await openGraph(flags, terminal);
			terminal.printView(graphStatsView(dataset.name, retriever, graphStats(graph, corpus, dataset.qrels, flags.seed)));
		});
	addOutputFlags(addDirectoryFlags(addSystemFlags(addDatasetFlags(command.command('export')))))
		.summary('the graph as GEXF or GraphML')
		.description(
			'Writes the graph to a file that Gephi, Cytoscape or networkx read. It holds concept names, which are text of your documents; those of sensitive documents are left out.',
		)
		.requiredOption('--out <file>', 'the file; .gexf or .graphml says which format')
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			const { retriever, graph } = await openGraph(flags, terminal);
			writeFileWhole(flags.out, await exportGraph(graph, extname(flags.out).slice(1)));
			const { order: nodes, size: edges } = graph;
			terminal.printView(
				receiptView({
					kind: 'graph_file',
					title: `Graph of ${retriever}`,
					answer: [`${flags.out}: ${formatCount(nodes)} nodes, ${formatCount(edges)} edges`],
					data: { retriever, file: flags.out, nodes, edges },
				}),
			);
		});
}
