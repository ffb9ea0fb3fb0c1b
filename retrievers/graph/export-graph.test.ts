import Graph, { UndirectedGraph } from 'graphology';
import { parse as parseGexf } from 'graphology-gexf';
import { parse as parseGraphml } from 'graphology-graphml';
import { describe, expect, it } from 'vitest';
import { exportGraph } from './export-graph.ts';

const mixed = new Graph({ type: 'mixed' });
mixed.addNode('doc:1', { kind: 'doc' });
mixed.addNode('concept:a', { kind: 'concept', label: 'A & <b> "c"\u0001' });
mixed.addNode('concept:d', { kind: 'concept', label: 'D' });
mixed.addUndirectedEdge('doc:1', 'concept:a', { kind: 'mention', weight: 1 });
mixed.addDirectedEdge('concept:a', 'concept:d', { kind: 'fact', weight: 2.5, relations: 'knows' });
mixed.addUndirectedEdge('concept:a', 'concept:d', { kind: 'synonym', weight: 0.9 });

const plain = new UndirectedGraph();
plain.addNode('doc:1', { kind: 'doc' });
plain.addNode('concept:a', { kind: 'concept' });
plain.addEdge('doc:1', 'concept:a');

describe('exportGraph', () => {
	it('writes GraphML that reads back whole', async () => {
		const back = parseGraphml(Graph, await exportGraph(mixed, 'graphml'), { addMissingNodes: false });
		expect(back.nodes()).toEqual(mixed.nodes());
		expect(back.getNodeAttributes('concept:a')).toMatchObject({ kind: 'concept', label: 'A & <b> "c"' });
		expect(back.mapEdges((_key, { kind, weight }, source, target) => [kind, weight, source, target])).toEqual([
			['mention', 1, 'doc:1', 'concept:a'],
			['fact', 2.5, 'concept:a', 'concept:d'],
			['synonym', 0.9, 'concept:a', 'concept:d'],
		]);
	});

	it('writes GEXF that reads back whole', async () => {
		const back = parseGexf(Graph, await exportGraph(mixed, 'gexf'));
		expect(back.nodes()).toEqual(mixed.nodes());
		expect(back.getNodeAttribute('concept:d', 'label')).toBe('D');
		expect(back.mapEdges((_key, { kind, weight }) => [kind, weight])).toEqual([
			['mention', 1],
			['fact', 2.5],
			['synonym', 0.9],
		]);
	});

	it('keeps an undirected graph undirected', async () => {
		expect(await exportGraph(plain, 'graphml')).toContain('<graph edgedefault="undirected">');
		expect(await exportGraph(plain, 'gexf')).toContain('defaultedgetype="undirected"');
	});

	it('knows two formats', async () => {
		await expect(exportGraph(plain, 'dot')).rejects.toMatchObject({ hint: 'There are: gexf, graphml.' });
	});
});
