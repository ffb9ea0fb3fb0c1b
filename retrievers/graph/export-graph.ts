import type Graph from 'graphology';
import { MultiDirectedGraph } from 'graphology';
import { findNamed } from '../../harness/names.ts';
import { graphml } from './graphml.ts';

/** A graph as the text of a file, by format. */
const FORMATS: Readonly<Record<string, (graph: Graph) => Promise<string> | string>> = {
	async gexf(graph) {
		const { write } = await import('graphology-gexf');
		return write(graph, {
			formatNode: (key, { label, ...attributes }) => ({ label: label ?? nameOf(key), attributes }),
			formatEdge: (_key, { weight, relations, ...attributes }) => ({
				...(weight === undefined ? {} : { weight }),
				...(relations === undefined ? {} : { label: relations }),
				attributes,
			}),
		});
	},
	graphml: (graph) => graphml(graph),
};

/**
 * `gexf` (Gephi) or `graphml` (yEd, Cytoscape, networkx). Labels are concept names: text of the documents. Where some
 * edges have a direction, all are written with one, for most readers know no mixture; their `kind` says which mean it.
 */
export async function exportGraph(graph: Graph, format: string): Promise<string> {
	const write = findNamed('graph format', format, FORMATS);
	return write(graph.directedSize > 0 ? allDirected(graph) : graph);
}

function allDirected(graph: Graph): Graph {
	const directed = new MultiDirectedGraph();
	graph.forEachNode((key, attributes) => {
		directed.addNode(key, attributes);
	});
	graph.forEachEdge((_key, attributes, source, target) => {
		directed.addEdge(source, target, attributes);
	});
	return directed;
}

function nameOf(key: string): string {
	return key.slice(key.indexOf(':') + 1);
}
