import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';

const folder = smallDataset();
afterAll(() => rmSync(folder, { recursive: true }));
const graph = (...args: string[]) => callBench(['graph', ...args], folder);

describe('bench graph', () => {
	it('describes the co-occurrence graph where there are no triples', async () => {
		const { stdout, stderr, code } = await graph('stats', '--json', '--set', 'max_share=1');
		expect(code).toBe(0);
		expect(stderr).toContain('retriever graph\n');
		const stats = JSON.parse(stdout) as Record<string, unknown>;
		expect(stats).toMatchObject({ retriever: 'graph', coverage: { queries: 3, relevant_documents: 4 } });
		expect(stats.nodes).toBeGreaterThan(5);
	});

	it('describes and exports the typed graph, and names nothing in the figures', async () => {
		const triples = [
			{ id: 3, entities: ['Marta'], triples: [['Marta', 'keeps', 'the ledger']] },
			{ id: 2, entities: ['ledger'], triples: [] },
			{ id: 5, entities: ['SECRETWORD'], triples: [] },
		];
		writeFileSync(join(folder, 'data', 'triples.jsonl'), triples.map((line) => JSON.stringify(line)).join('\n'));
		const { stdout, code } = await graph('stats', '--sensitive', 'lexical-only');
		expect(code).toBe(0);
		expect(stdout).toMatch(/^graph:typed: 7 nodes, 4 edges \(3 mention, 1 fact\)\n/);
		expect(stdout).toMatch(/coverage: 2 of 4 \(50\.0 %\) relevant documents have an edge;/);
		expect(stdout).not.toMatch(/marta|ledger/i);

		const out = join(folder, 'out', 'graph.graphml');
		expect((await graph('export', '--sensitive', 'lexical-only', '--out', out)).stdout).toContain('7 nodes, 4 edges');
		expect(readFileSync(out, 'utf8')).toContain('<data key="node_label">Marta</data>');
		expect(readFileSync(out, 'utf8')).not.toContain('SECRETWORD');
	});

	it('refuses what has no graph, and unknown formats', async () => {
		const wrong = await graph('stats', '--retriever', 'fts5');
		expect(wrong.code).toBe(2);
		expect(wrong.stderr).toContain(
			'error: fts5 walks no graph of its own\n  --retriever takes graph or graph:typed here.',
		);
		expect((await graph('export', '--out', 'graph.dot')).code).toBe(2);
		expect(existsSync(join(folder, 'graph.dot'))).toBe(false);
	});
});
