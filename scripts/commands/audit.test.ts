import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../harness/testing/temporary-folder.ts';
import { callBench } from '../testing/call-bench.ts';
import { FULL_LISTS, GRAPH_ON_FTS5 as GRAPH, ORIGINAL_MISTAKE } from '../testing/full-lists.ts';

const folder = temporaryFolder({
	...FULL_LISTS,
	'last-first.js': `export const lastFirst = { name: 'last-first', summary: 'x', defaults: {},
		score(pool, weights, options, out) { out.fill(0); const last = pool.legs.at(-1); last?.order.forEach((c, i) => { out[c] = 1000 - i; }); } };`,
	'echo.js': `export default { name: 'echo', summary: 'x', defaults: {}, seededBy: () => ['fts5'],
		index: () => ({ retrieve: (query, depth, context) => [...context.seeds.get('fts5').slice(0, 10)] }) };`,
});
mkdirSync(join(folder.path, 'results'), { recursive: true });
afterAll(() => folder.dispose());

function audit(...args: string[]) {
	return callBench(['audit', '--data', 'small', ...args], folder.path);
}

async function auditJson(...args: string[]) {
	const { stdout, stderr, code } = await audit('--json', ...args);
	expect({ stderr: stderr.replace(/^dataset.*\n/, ''), code }).toEqual({ stderr: '', code: 0 });
	return JSON.parse(stdout);
}

describe('bench audit', () => {
	it('names the original mistake before anything is retrieved', async () => {
		const bug = ['--static', ...ORIGINAL_MISTAKE];
		const { stdout, code } = await audit(...bug);
		expect(code).toBe(0);
		expect(stdout).toMatch(/^graph +0\.35 +cannot-matter +0\.871/m);
		expect(stdout).toContain('A comparison with and without it is not a test of graph as long as those lists are full');
		expect((await audit(...ORIGINAL_MISTAKE)).stdout).toContain(
			'A comparison with and without it is not a test of graph.',
		);
		expect((await audit(...bug, '--details')).stdout).not.toContain('pool recall');

		const { legs, stages } = await auditJson(...bug);
		const graph = legs.find(({ leg }: { leg: string }) => leg === 'graph');
		expect(graph).toMatchObject({
			verdict: 'cannot-matter',
			fair_test: false,
			enters: false,
			example: { exists: false, newcomer: { doc: 'n1' } },
		});
		expect(graph.threshold).toBeCloseTo(61 / 70, 6);
		expect(graph.measured).toBeUndefined();
		expect(stages).toEqual([]);
	});

	it('measures what each leg did, beside a control of the same size', async () => {
		const { stdout, code } = await audit(...GRAPH, '--details');
		expect(code).toBe(0);
		expect(stdout).toContain('pool recall');
		expect(stdout).toContain('placebo: its documents shuffled');
		const { legs } = await auditJson(...GRAPH);
		const { measured } = legs.find(({ leg }: { leg: string }) => leg === 'graph');
		expect(measured).toMatchObject({ queries: 6, relevant: { all: 12 } });
		expect(measured.pool.control.size).toBeLessThanOrEqual(measured.pool.with_leg.size);
		expect(measured.ndcg.ceiling_with).toBeGreaterThanOrEqual(measured.ndcg.with_leg);
		expect(JSON.stringify(legs)).not.toContain('harbour');
	});

	it('the same command prints the same bytes', async () => {
		expect((await audit('--json', ...GRAPH)).stdout).toBe((await audit('--json', ...GRAPH)).stdout);
	});

	it('audits stages: a prior that the corpus holds level is constant, a small filter starves', async () => {
		const prior = await auditJson('--static', ...GRAPH, '--set', 'stages=importance');
		expect(prior.stages).toMatchObject([{ stage: 'importance', verdict: 'constant' }]);
		const filtered = await auditJson(
			'--static',
			...GRAPH,
			'--set',
			'stages=filter',
			'--set',
			'filter.field=category',
			'--set',
			'filter.value=rare',
		);
		const closed = ['stages=filter', 'filter.field=category', 'filter.value=pets'].flatMap((set) => ['--set', set]);
		for (const found of [await auditJson('--static', ...GRAPH, ...closed), await auditJson(...GRAPH, ...closed)])
			for (const { verdict, evidence } of found.legs) {
				expect(verdict).toBe('starved');
				expect(evidence.join(' ')).toContain('filter (field = category, value = pets): none of the 80');
			}
		expect(filtered.legs.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['starved', 'starved']);
	});

	it('the threshold in the table is the one that the text names', async () => {
		const sorted = ['--static', ...GRAPH, '--set', 'stages=sort', '--set', 'sort.by=recency'];
		const { stdout } = await audit(...sorted);
		expect(stdout).toContain('enters at no weight against the other leg');
		expect(stdout).toMatch(/^graph +1 +\S+ +never/m);
		const { legs } = await auditJson(...sorted);
		for (const { threshold, thresholds } of legs) expect(threshold).toBe(thresholds.disjoint);
		expect(legs[1].threshold).toBeNull();
	});

	it('audits fusions and legs that it has never seen', async () => {
		const { legs } = await auditJson('--static', ...GRAPH, '--set', 'fusion=./last-first.js');
		expect(legs.map(({ leg, verdict }: { leg: string; verdict: string }) => [leg, verdict])).toEqual([
			['fts5', 'starved'],
			['graph', 'dominant'],
		]);
		const echo = await auditJson('--set', 'legs=fts5,echo=./echo.js', '--set', 'depth=20');
		expect(echo.legs[1]).toMatchObject({
			leg: 'echo',
			verdict: 'seed-locked',
			fair_test: false,
			threshold: null,
			example: { exists: true, query: 'q0', says: expect.stringContaining('begins with its 10 seeds, in their order') },
		});
		expect((await audit('--set', 'legs=fts5,echo=./echo.js', '--set', 'depth=20')).stdout).toMatch(
			/^echo +1 +seed-locked +never +- +- /m,
		);
	});

	it('refuses a single retriever and a bad cutoff with exit 2', async () => {
		const single = await audit('--retriever', 'fts5');
		expect(single.code).toBe(2);
		expect(single.stderr).toContain('has no legs');
		expect((await audit('--static', '--retriever', 'fts5')).stderr).toContain('has no legs');
		expect((await audit('--cutoff', '0')).code).toBe(2);
	});
});

it('bench run says that no document passes a filter', async () => {
	const filtered = (value: string) =>
		callBench(
			['run', '--data', 'small', '--retriever', 'hybrid', ...GRAPH, '--out', `results/filter-${value}`].concat(
				['stages=filter', 'filter.field=category', `filter.value=${value}`].flatMap((set) => ['--set', set]),
			),
			folder.path,
		);
	expect(await filtered('pets')).toMatchObject({
		code: 0,
		stderr: expect.stringContaining(
			'No document of the corpus passes the stage filter (field = category, value = pets)',
		),
	});
	expect((await filtered('rare')).stderr).not.toContain('No document of the corpus');
});

it('bench compare says which leg it does not test', async () => {
	const run = async (out: string, ...args: string[]) =>
		expect((await callBench(['run', '--data', 'small', '--out', out, ...args], folder.path)).code).toBe(0);
	await run('results/without', '--retriever', 'fts5');
	await run('results/bug', ...ORIGINAL_MISTAKE);
	await run('results/live', ...GRAPH, '--set', 'weights.graph=1.5');
	// It differs in its depth too.
	await run('results/both', ...ORIGINAL_MISTAKE, '--depth', '50');
	const compare = (...args: string[]) =>
		callBench(['compare', ...args, '--resamples', '100', '--metrics', 'recall@10'], folder.path);
	const reason = /Not a test of graph: cannot-matter: .*\(K = 10\)\./;

	const bug = await compare('results/without', 'results/bug');
	expect(bug.stdout).toMatch(/^recall@10 +overall[*^=]* .*not a test of graph/m);
	expect(bug.stdout).toMatch(reason);
	expect(bug.stderr).toBe('');
	expect((await compare('results/bug', 'results/without')).stdout).toMatch(/overall[*^=]* .*not a test of graph/);
	expect((await compare('results/without', 'results/bug', '--report', 'markdown')).stdout).toContain(
		'**not a test of graph**',
	);
	const json = JSON.parse((await compare('results/without', 'results/bug', 'results/live', '--json')).stdout);
	expect(json.rows.map(({ verdict }: { verdict: string }) => verdict)[0]).toBe('not a test of graph');
	expect(json.rows[0].family_verdict).toBeNull();
	expect(json.rows[1].verdict).toMatch(/^(win|loss|equivalent|inconclusive)$/);
	expect(json.not_a_test).toEqual([expect.stringMatching(reason)]);

	// Runs that differ in more than the leg keep their verdict, with the sentence under it.
	const both = (await compare('results/without', 'results/both')).stdout;
	expect(both).toMatch(/overall[*^=]* .*(equivalent|inconclusive)/);
	expect(both).toMatch(/graph .* The systems differ in more than this/i);
	expect((await compare('results/without', 'results/live')).stdout).not.toContain('ot a test of');
});
