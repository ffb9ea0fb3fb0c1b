import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonl, temporaryFolder } from '../../../harness/testing/temporary-folder.ts';
import { callBench } from '../../testing/call-bench.ts';
import { FULL_LISTS, ORIGINAL_MISTAKE } from '../../testing/full-lists.ts';

interface Printed {
	readonly retest: string;
	readonly answer: string;
	readonly changed_queries: number;
	readonly tuned: boolean;
	readonly not_a_test: Record<string, string>;
	readonly rows: readonly {
		metric: string;
		stratum: string;
		role: string;
		verdict: string;
		delta: number;
		n: number;
		ci: readonly [number, number];
		baseline: string;
		challenger: string;
		unjudged: unknown;
		p_studentised: number;
		p_studentised_corrected: number | null;
	}[];
}

/**
 * 24 topics with an old and a new document, and a query for each that the old one answers best: `past` queries want it,
 * `current` ones want the new one, which stands second until dates count.
 */
function datedDataset(dated: boolean): string {
	const documents = Array.from({ length: 24 }, (_, topic) => [
		{ id: `old${topic}`, content: `topic${topic} lantern harbour`, ...(dated ? { created_at: '2024-01-01' } : {}) },
		{
			id: `new${topic}`,
			content: `topic${topic} lantern behind the long grey mole`,
			...(dated ? { created_at: `2025-01-${String(topic + 2).padStart(2, '0')}` } : {}),
		},
	]).flat();
	const queries = Array.from({ length: 24 }, (_, topic) => ({
		query_id: `q${topic}`,
		text: `topic${topic} harbour`,
		stratum: topic < 16 ? 'current' : 'past',
		relevant_ids: [`${topic < 16 ? 'new' : 'old'}${topic}`],
	}));
	return temporaryFolder({
		'data/corpus.jsonl': jsonl(...documents),
		'data/queries.jsonl': jsonl(...queries),
		'data/qrels.jsonl': jsonl(...queries.map(({ query_id, relevant_ids }) => ({ query_id, relevant_ids }))),
	}).path;
}

/** nDCG of a document at the second rank, from the first. */
const ONE_RANK = 1 - 1 / Math.log2(3);
const BASE = ['--metrics', 'nDCG@10', '--set', 'legs=fts5', '--set', 'stages=limit', '--set', 'limit.n=2'];

describe('bench retest of a stage or option', () => {
	let folder = '';
	let undated = '';
	beforeAll(() => {
		folder = datedDataset(true);
		undated = datedDataset(false);
	});
	const retest = async (args: readonly string[], where = folder): Promise<Printed> => {
		const { stdout, stderr, code } = await callBench(['retest', ...args, '--json', '--quiet'], where);
		expect(stderr).toBe('');
		expect(code).toBe(0);
		return JSON.parse(stdout) as Printed;
	};
	const deltaOf = ({ rows }: Printed, stratum: string): number | undefined =>
		rows.find((row) => row.metric === 'nDCG@10' && row.stratum === stratum)?.delta;

	test('an order by date lifts current queries by a rank and costs past ones as much, as comparing two runs finds', async () => {
		const found = await retest(['sort=recency', ...BASE, '--metric', 'nDCG@10/current', '--out', 'sorted']);
		expect(deltaOf(found, 'current')).toBeCloseTo(ONE_RANK, 12);
		expect(deltaOf(found, 'past')).toBeCloseTo(-ONE_RANK, 12);
		expect(found).toMatchObject({ changed_queries: 24, queries: 24, tuned: false, not_a_test: {} });
		expect(found.answer).toMatch(/^hybrid with sort=recency beats hybrid without sort on nDCG@10 current/);
		expect(readdirSync(join(folder, 'sorted')).sort()).toEqual(['manifest.json', 'report.md', 'rows.json']);
		const report = readFileSync(join(folder, 'sorted', 'report.md'), 'utf8');
		expect(report).toContain('Nothing is tuned');
		expect(report).not.toMatch(/fold|placebo|lantern/);

		const run = ['run', '--set', 'legs=fts5', '--set', 'limit.n=2', '--metrics', 'nDCG@10', '--quiet'];
		await callBench([...run, '--set', 'stages=limit', '--out', 'one'], folder);
		await callBench([...run, '--set', 'stages=limit,sort', '--set', 'sort.by=recency', '--out', 'two'], folder);
		const compared = await callBench(['compare', 'one', 'two', '--primary', 'nDCG@10/current', '--json'], folder);
		const figures = ({ rows }: Pick<Printed, 'rows'>) =>
			rows.map(({ baseline: _b, challenger: _c, unjudged: _u, ...row }) => row);
		expect(figures(found)).toEqual(figures(JSON.parse(compared.stdout) as Printed));
	});

	test('a window takes out what is older, and says how many queries are left with nothing', async () => {
		const found = await retest(['window', ...BASE, '--set', 'stages=window,limit', '--set', 'window.days=90']);
		expect(deltaOf(found, 'current')).toBeCloseTo(ONE_RANK, 12);
		expect(deltaOf(found, 'past')).toBe(-1);
		const narrow = await retest(['window=0.5', ...BASE]);
		expect(narrow).toMatchObject({ empty_queries: { with: 23, without: 0 } });
	});

	test('without dates, neither is tested: the reason stands in place of the verdicts', async () => {
		const found = await retest(['window', ...BASE], undated);
		expect(found.answer).toBe('Not a test of window: no document is outside it.');
		expect(found.not_a_test['nDCG@10']).toBe('no document is outside it');
		for (const row of found.rows)
			expect(row).toMatchObject({ verdict: 'not a test of window', p_studentised_corrected: null });
		const sorted = await retest(['sort=recency', ...BASE], undated);
		expect(sorted.answer).toBe(
			'Not a test of sort=recency: sort treats all of the 48 documents of the corpus alike: switched on or off, the order is the same.',
		);
		const { stdout } = await callBench(['retest', 'window', ...BASE], undated);
		expect(stdout).toMatch(/^nDCG@10 +overall.*not a test of window/m);
		// A window wide enough is no test of a window either, dates or none.
		expect((await retest(['window=4000', ...BASE])).answer).toContain('no document is outside it');
	});

	test('an option stands against its value in the system; a leg that cannot matter makes it no test', async () => {
		const { rows } = await retest(['limit.n=1', ...BASE]);
		expect(rows[0]).toMatchObject({ baseline: 'hybrid with limit.n=2', challenger: 'hybrid with limit.n=1' });
		expect(rows.find(({ metric, stratum }) => metric === 'nDCG@10' && stratum === 'current')?.delta).toBeCloseTo(
			ONE_RANK - 1,
			12,
		);
		const old = temporaryFolder(FULL_LISTS);
		const graph = await retest(
			['weights.graph=0.2', '--data', 'small', ...ORIGINAL_MISTAKE, '--metrics', 'nDCG@10'],
			old.path,
		);
		old.dispose();
		expect(graph.answer).toMatch(/^Not a test of weights\.graph=0\.2: the audit finds graph cannot-matter/);
	});

	test('a workflow by name: its stages are taken out of it, and its legs retrieved once', async () => {
		const args = [
			'retest',
			'window',
			'--retriever',
			'claude-mem:observations',
			'--set',
			'legs=semantic=fts5',
			'--json',
		];
		const { stdout, stderr } = await callBench(args, folder);
		expect(stderr).toContain('retrieved semantic\n');
		const printed = JSON.parse(stdout) as { with: System; without: System };
		const stagesOf = ({ pipeline }: System): readonly string[] => pipeline.stages.map(({ stage }) => stage);
		expect(stagesOf(printed.with)).toEqual(['window', 'sort']);
		expect(stagesOf(printed.without)).toEqual(['sort']);
	});

	test.each([
		[['windw'], 'Did you mean window?'],
		[['fts.sorts=a', '--set', 'legs=fts'], 'Did you mean fts.sort'],
		[['fts.k1=1', '--set', 'legs=fts'], 'Of fts: fts.sort, fts.tokenizer'],
		[['word=ftss5'], 'Did you mean fts5'],
		[['window.days=30'], 'without the stage window'],
		[['fts.sort', '--set', 'legs=fts'], 'is an option: what value'],
		[['limit.n=10', '--set', 'stages=limit'], 'there is nothing to compare'],
		[['fts', '--retriever', 'hybrid'], 'fts is a leg'],
		[['window', '--retriever', 'fts'], 'fts has no stages'],
		[['window', '--folds', '3'], '--folds: only a leg is tuned'],
		[['graph', '--metrics', 'MRR'], '--metrics: only for a stage or an option'],
		[['sort=age'], 'sort.by takes'],
	])('%j is refused, in words', async (args, message) => {
		const { code, stderr } = await callBench(['retest', ...args], folder);
		expect(stderr).toContain(message);
		expect(code).toBe(2);
	});
});

interface System {
	readonly pipeline: { readonly stages: readonly { readonly stage: string }[] };
}
