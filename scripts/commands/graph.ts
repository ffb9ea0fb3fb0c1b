import type { Command } from 'commander';
import type { GraphFlags } from '../actions/graph-report.ts';
import { addDatasetFlags, addOutputFlags, addPlaceFlags, addSystemFlags } from '../flags.ts';
import { openTerminal } from '../terminal.ts';

export function registerGraph(program: Command): void {
	const graph = program
		.command('graph')
		.summary('the graph that a graph retriever walks: its figures, or the graph as a file')
		.description('Describes or exports the graph that --retriever graph or graph:typed would walk.');
	addGraphFlags(graph.command('stats'))
		.summary('size, degrees, components, coverage of relevant documents, leakage')
		.description(
			'Nodes, edges, components and degrees; how many relevant documents the graph can reach at all; and whether relevant documents can be told from the rest by their degree alone. Names no document and no concept.',
		)
		.action(async (flags: GraphFlags) => {
			const terminal = await openTerminal(flags);
			const { printGraphStats } = await import('../actions/graph-report.ts');
			await printGraphStats(flags, terminal);
		});
	addGraphFlags(graph.command('export'))
		.summary('the graph as GEXF or GraphML')
		.description(
			'Writes the graph to a file that Gephi, Cytoscape or networkx read. It holds concept names, which are text of your documents; those of sensitive documents are left out.',
		)
		.requiredOption('--out <file>', 'the file; .gexf or .graphml says which format')
		.action(async (flags: GraphFlags & { out: string }) => {
			const terminal = await openTerminal(flags);
			const { writeGraph } = await import('../actions/graph-report.ts');
			await writeGraph(flags, flags.out, terminal);
		});
}

function addGraphFlags(command: Command): Command {
	return addOutputFlags(addPlaceFlags(addSystemFlags(addDatasetFlags(command))));
}
