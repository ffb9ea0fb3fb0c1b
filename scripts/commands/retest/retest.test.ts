import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { callBench } from '../../testing/call-bench.ts';
import { smallDataset } from '../../testing/small-dataset.ts';

const base = ['--base', 'fts,fts5', '--folds', '3', '--repeats', '2', '--placebos', '1'];

/** 60 documents that all say the same, and 40 queries that each want one of them; a module that knows most answers. */
function oracleDataset(): string {
	const folder = mkdtempSync(join(tmpdir(), 'bench-oracle-'));
	mkdirSync(join(folder, 'data'));
	const lines = (name: string, rows: readonly object[]): void =>
		writeFileSync(join(folder, 'data', name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
	lines(
		'corpus.jsonl',
		Array.from({ length: 60 }, (_, i) => ({ id: `d${i}`, content: 'harbour lantern' })),
	);
	const queries = Array.from({ length: 40 }, (_, i) => ({
		query_id: `q${i}`,
		text: 'lantern',
		stratum: i < 25 ? 'a' : 'b',
		relevant_ids: [`d${15 + i}`],
	}));
	lines('queries.jsonl', queries);
	lines(
		'qrels.jsonl',
		queries.map(({ query_id, relevant_ids }) => ({ query_id, relevant_ids })),
	);
	writeFileSync(
		join(folder, 'oracle.mjs'),
		`export const oracle = {
	name: 'oracle',
	summary: 'knows most answers',
	options: {},
	index: () => ({
		retrieve(query, depth) {
			const queryIndex = Number(query.id.slice(1));
			const others = Array.from({ length: 60 }, (_, i) => 'd' + ((7 * i + 13 * queryIndex) % 60));
			const docs = [...new Set([...(queryIndex % 4 === 0 ? [] : ['d' + (15 + queryIndex)]), ...others])];
			return docs.slice(0, depth).map((docId, rank) => ({ docId, score: -rank }));
		},
	}),
};
`,
	);
	return folder;
}

describe('bench retest', () => {
	let small = '';
	let oracle = '';
	beforeAll(() => {
		small = smallDataset();
		oracle = oracleDataset();
	});

	test('a module that knows the answers helps; the report is written, and is the same when repeated', async () => {
		const args = ['retest', 'oracle.mjs', ...base, '--weights', '0.2,0.5,1,2'];
		const first = await callBench([...args, '--out', 'one'], oracle);
		expect(first.stderr).not.toContain('rror');
		expect(first.code).toBe(0);
		expect(first.stdout).toContain('HELPS');
		expect(first.stdout).toContain('Oracle helps overall');
		expect(readdirSync(join(oracle, 'one')).sort()).toEqual(['manifest.json', 'report.md', 'rows.json']);
		const report = readFileSync(join(oracle, 'one', 'report.md'), 'utf8');
		for (const heading of ['Conclusion', 'Rules', 'Protocol', 'Is it a test', 'Candidates', 'Sweep', 'Verdicts'])
			expect(report).toContain(`## ${heading}`);
		expect(report).not.toMatch(/lantern/);

		const second = await callBench([...args, '--out', 'two', '--json'], oracle);
		const printed = JSON.parse(second.stdout) as { conclusion: { word: string }; variants: unknown[] };
		expect(printed.conclusion.word).toBe('helps');
		expect(printed.variants).toHaveLength(1);
		for (const file of ['report.md', 'rows.json'])
			expect(readFileSync(join(oracle, 'two', file), 'utf8')).toBe(readFileSync(join(oracle, 'one', file), 'utf8'));
	});

	test('excluded and under the threshold, the same module is not tested', async () => {
		const { stdout, code } = await callBench(
			[
				'retest',
				'oracle.mjs',
				...base,
				'--weights',
				'0.1,0.35',
				'--set',
				'exclude.oracle=fts,fts5',
				'--set',
				'depth=20',
			],
			oracle,
		);
		expect(code).toBe(0);
		expect(stdout).toContain('not a test of oracle');
		expect(stdout).toContain('NOT TESTED');
		expect(stdout).toMatch(/report {2}results\/retest-oracle-data-\d{8}-\d{6}\/report\.md/);
	});

	test('a graph without edges gets no verdict, one with edges is tested in all its variants', async () => {
		const named = ['--base', 'word=fts,fts5', ...base.slice(2)];
		const none = await callBench(['retest', 'graph', ...named, '--set', 'graph.min_docs=99', '--out', 'none'], small);
		expect(none.stdout).toContain('its graph has no edges');
		expect(none.stdout).toContain('NOT TESTED');
		const some = await callBench(
			[
				'retest',
				'graph',
				...base,
				'--set',
				'graph.max_share=1',
				'--variant',
				'default',
				'--variant',
				'decay=1',
				'--json',
			],
			small,
		);
		const { variants } = JSON.parse(some.stdout) as { variants: { variant: string; edges: number }[] };
		expect(variants.map(({ variant }) => variant)).toHaveLength(9);
		expect(variants.at(-1)?.variant).toBe('decay=1');
		expect(variants.every(({ edges }) => edges > 0)).toBe(true);
	});

	test('leg-test is another name of it; every option is checked before the dataset is opened', async () => {
		const { code, stderr } = await callBench(['leg-test', 'graph', ...base, '--set', 'graph.hop=1'], small);
		expect(code).toBe(2);
		expect(stderr).toContain('no option "graph.hop"');
		expect(stderr).not.toContain('dataset');
	});

	test.each([
		[['nothing'], 'no leg, stage or option "nothing"'],
		[['graph', '--set', 'legs=fts'], '--base'],
		[['graph', '--set', 'graph.hop=1'], 'no option "graph.hop"'],
		[['graph', '--variant', 'hops'], 'not of the form'],
		[['graph', '--variant', 'hops=1', '--variant', 'hops=1'], 'there twice'],
		[['graph', '--metric', 'nDCG@10,MRR'], 'takes one metric'],
		[['graph', '--weights', '0'], 'one of them above 0'],
		[['graph', '--min-coverage', '2'], 'a share'],
		[['graph', '--margin', '0'], 'a margin is above 0'],
		[['graph', '--folds', '9'], "can't be dealt into 9 folds"],
	])('%j is refused, in words', async (flags, message) => {
		const { code, stderr } = await callBench(['retest', ...flags.slice(0, 1), ...base, ...flags.slice(1)], small);
		expect(stderr).toContain(message);
		expect(code).toBe(2);
	});
});
