import type Graph from 'graphology';

/** Attributes that our graphs have, and their types in GraphML. */
const ATTRIBUTES = [
	['node', 'kind', 'string'],
	['node', 'label', 'string'],
	['edge', 'kind', 'string'],
	['edge', 'weight', 'double'],
	['edge', 'relations', 'string'],
] as const;

/**
 * A graph in GraphML (graphml.graphdrawing.org); all of its edges have a direction, or none. Characters that XML 1.0
 * can't hold are left out. graphology has a reader of this format, but no writer.
 */
export function graphml(graph: Graph): string {
	const lines = [
		'<?xml version="1.0" encoding="UTF-8"?>',
		'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
		...ATTRIBUTES.map(
			([element, name, type]) =>
				`<key id="${element}_${name}" for="${element}" attr.name="${name}" attr.type="${type}"/>`,
		),
		`<graph edgedefault="${graph.directedSize > 0 ? 'directed' : 'undirected'}">`,
	];
	graph.forEachNode((key, attributes) => {
		lines.push(`<node id="${escaped(key)}">${data('node', attributes)}</node>`);
	});
	graph.forEachEdge((_key, attributes, source, target) => {
		lines.push(`<edge source="${escaped(source)}" target="${escaped(target)}">${data('edge', attributes)}</edge>`);
	});
	return `${[...lines, '</graph>', '</graphml>'].join('\n')}\n`;
}

function data(element: 'node' | 'edge', attributes: Readonly<Record<string, unknown>>): string {
	return ATTRIBUTES.filter(([of, name]) => of === element && attributes[name] !== undefined)
		.map(([, name]) => `<data key="${element}_${name}">${escaped(String(attributes[name]))}</data>`)
		.join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
	return (
		text
			// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 can't hold them
			.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
			.replace(/[&<>"]/g, (character) => ENTITIES[character] as string)
	);
}
