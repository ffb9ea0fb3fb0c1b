import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { knownRuns } from '../testing/known-runs.ts';
import { smallDataset } from '../testing/small-dataset.ts';

let folder = '';
const bench = (...args: string[]) => callBench(args, folder);

beforeAll(async () => {
	folder = smallDataset();
	const fused = ['--retriever', 'hybrid', '--set', 'legs=fts,fts5', '--out', 'results/both', '--quiet'];
	expect((await bench('run', ...fused)).code).toBe(0);
	expect((await bench('run', '--retriever', 'fts', '--out', 'results/lexical', '--quiet')).code).toBe(0);
});

describe('bench losses', () => {
	it('accounts for every relevant document, in every form', async () => {
		const { stdout, code } = await bench('losses', 'both', '--json', '--quiet');
		expect(code).toBe(0);
		const { scopes, documents, legs, sensitive_left_out } = JSON.parse(stdout);
		const [overall] = scopes;
		expect(Object.values(overall.counts as Record<string, number>).reduce((sum, n) => sum + n)).toBe(overall.relevant);
		expect(documents).toHaveLength(overall.relevant);
		expect(overall.relevant).toBe(4);
		expect(legs.map(({ leg }: { leg: string }) => leg)).toEqual(['fts', 'fts5']);
		expect(sensitive_left_out).toBe(0);
		const table = (await bench('losses', 'both', '--quiet')).stdout;
		expect(table).toContain('of 4 relevant documents');
		expect(table).not.toMatch(/whippet|ledger|SECRETWORD/);
	});

	it('looks deeper where it is asked to, and finds what was kept from then on', async () => {
		const first = await bench('losses', 'both', '--json', '--quiet');
		expect(JSON.parse(first.stdout).deeper).toBeUndefined();
		const deeper = await bench('losses', 'both', '--deeper', '--json', '--quiet');
		expect(JSON.parse(deeper.stdout).deeper).toBe(4);
		const kept = await bench('losses', 'both', '--json', '--quiet');
		expect(JSON.parse(kept.stdout)).toEqual(JSON.parse(deeper.stdout));
	});

	it('names the nearest run of a misspelt one', async () => {
		const { stderr, code } = await bench('losses', 'boht');
		expect(code).toBe(2);
		expect(stderr).toContain('Did you mean both?');
	});
});

describe('bench explain', () => {
	it('shows ids, ranks and contributions, and no text unless it is asked for', async () => {
		const plain = await bench('explain', 'both', 'q3', '--quiet');
		expect(plain.stdout).toMatch(/Query q3 \(multihop\): \d of 2 relevant documents in the top 10/);
		expect(plain.stdout).toMatch(/fts5/);
		expect(plain.stdout).not.toMatch(/whippet/);
		const texts = await bench('explain', 'both', 'q3', '--with-text', '--quiet');
		expect(texts.stderr).toContain('--with-text');
		expect(texts.stdout).toContain('The whippet fears thunder');
	});

	it('names the nearest query of a misspelt one', async () => {
		const { stderr, code } = await bench('explain', 'both', 'q33');
		expect(code).toBe(2);
		expect(stderr).toMatch(/there is no query "q33"[\s\S]*Did you mean q3/);
	});
});

describe('bench diff, runs and history', () => {
	let known = '';
	const compare = (...args: string[]) => callBench(args, known);

	beforeAll(async () => {
		known = knownRuns({ weak: { exact: 60, multihop: 20 }, strong: { exact: 58, multihop: 45 } });
		for (const name of ['weak', 'strong', 'weak'])
			await compare('import-run', `${name}.trec`, '--name', 'sys', '--metrics', 'recall@10', '--quiet');
		for (const name of ['weak', 'strong'])
			await compare('import-run', `${name}.trec`, '--out', `named/${name}`, '--metrics', 'recall@10', '--quiet');
	});

	it('diff lists the worse queries only, with what left', async () => {
		const args = ['diff', 'weak', 'strong', '--results-dir', 'named', '--only', 'worse', '--json', '--quiet'];
		const { worse, better, same, queries } = JSON.parse((await compare(...args)).stdout);
		expect([worse, better, same]).toEqual([2, 25, 93]);
		expect(queries.map(({ query_id }: { query_id: string }) => query_id)).toEqual(['exact_58', 'exact_59']);
		expect(queries[0].left).toMatchObject([{ doc_id: 'd_exact_58', grade: 1, before: 1, after: null }]);
		const markdown = await compare(...args.filter((arg) => arg !== '--json'), '--format', 'markdown');
		expect(markdown.stdout).toContain('| exact\\_58 | exact | 1.0000 | 0.0000 | **-1.0000** |');
	});

	it('diff --unjudged needs no judgments, and takes no flag that does', async () => {
		const args = ['diff', 'weak', 'strong', '--results-dir', 'named', '--unjudged', '--quiet'];
		const { overlap, first_changed, queries } = JSON.parse((await compare(...args, '--json')).stdout);
		expect(first_changed).toBe(27);
		expect(overlap).toBeCloseTo(93 / 120, 12);
		expect(queries).toHaveLength(120);
		expect((await compare(...args, '--only', 'worse')).stderr).toContain('--unjudged knows no better and no worse');
	});

	it('runs lists what is there, and ranks systems with letters', async () => {
		const { stdout } = await compare('runs', 'named', '--quiet');
		expect(stdout).toMatch(/strong +0\.8583 +a/);
		expect(stdout).toMatch(/weak +0\.6667 +b/);
		const { runs, leaderboards } = JSON.parse((await compare('runs', '--json', '--quiet')).stdout);
		expect(runs).toHaveLength(3);
		expect(leaderboards).toEqual([]);
	});

	it('history names the first run that lost, and says so in a picture', async () => {
		const { stdout, code } = await compare('history', 'sys', '--json', '--quiet');
		expect(code).toBe(0);
		const { points, first_loss } = JSON.parse(stdout);
		expect(points.map(({ change }: { change?: { word: string } }) => change?.word)).toEqual([undefined, 'win', 'loss']);
		expect(first_loss).toBe(points[2].path);
		await compare('history', 'sys', '--report', 'html=history.html', '--quiet');
		expect(readFileSync(join(known, 'history.html'), 'utf8')).toMatch(/<svg [^>]*recall@10 over 3 runs/);
	});
});
