import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { runBench } from '../testing/run-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';

/** Every byte below a folder, by file name. */
function filesBelow(folder: string): Record<string, string> {
	const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.includes('.'));
	return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

describe('bench run', () => {
	it('prints metrics and latency and writes the run folder', () => {
		const folder = smallDataset();
		const { stdout, stderr, code } = runBench(['run', '--retriever', 'fts5'], folder);
		expect(stderr).toContain('5 documents, 4 queries');
		expect(code).toBe(0);
		expect(stdout).toContain('overall');
		expect(stdout).toContain('recall@5');
		expect(stdout).toContain('lexical');
		expect(stdout).toContain("can't be scored");
		const latest = realpathSync(join(folder, 'results', 'latest'));
		expect(readdirSync(latest).sort()).toEqual([
			'manifest.json',
			'run.trec',
			'scores.jsonl',
			'summary.json',
			'timings.json',
		]);
		const summary = JSON.parse(readFileSync(join(latest, 'summary.json'), 'utf8'));
		expect(summary.overall).toMatchObject({ n: 3, unscored: 1 });
		expect(summary.strata.exact.metrics['recall@5']).toBe(1);
	});

	it('prints one JSON object', async () => {
		const folder = smallDataset();
		const { stdout, code } = await callBench(
			['run', '--retriever', 'fts5', '--json', '--quiet', '--out', 'mine'],
			folder,
		);
		expect(code).toBe(0);
		const { run, manifest, summary, timings } = JSON.parse(stdout);
		expect(run).toBe('mine');
		expect(manifest.system).toMatchObject({ name: 'fts5', plugin: 'fts5' });
		expect(manifest.dataset).toMatchObject({ docs: 5, sensitive: 'leave-out', sensitive_left_out: 1 });
		expect(summary.strata.multihop.n).toBe(1);
		expect(timings.latency.total.n).toBe(4);
	});

	it('writes the same bytes when it is repeated, timings and creation time apart', async () => {
		const folder = smallDataset();
		for (const out of ['one', 'two'])
			expect((await callBench(['run', '--retriever', 'fts5', '--out', out], folder)).code).toBe(0);
		const [one, two] = ['one', 'two'].map((out) => {
			const { 'timings.json': _, 'manifest.json': manifest, ...rest } = filesBelow(join(folder, out));
			return { ...rest, manifest: { ...JSON.parse(manifest as string), created: '', content_sha256: '' } };
		});
		expect(one).toEqual(two);
	});

	it('writes no text of documents or queries anywhere but the cache of hashes', async () => {
		const folder = smallDataset();
		const args = [
			'run',
			'--retriever',
			'fts5',
			'--retriever',
			'hybrid',
			'--set',
			'hybrid:legs=fts,graph',
			'--sensitive',
			'lexical-only',
		];
		expect(await callBench(args, folder)).toMatchObject({ code: 0 });
		const written = JSON.stringify({
			...filesBelow(join(folder, 'results')),
			...(existsSync(join(folder, 'cache')) ? filesBelow(join(folder, 'cache')) : {}),
		});
		for (const word of ['kettle', 'whippet', 'SECRETWORD', 'thunder', 'ledger', 'unanswerable'])
			expect(written.toLowerCase()).not.toContain(word.toLowerCase());
	});

	it('puts several systems into one table and says that differences are not findings', async () => {
		const folder = smallDataset();
		const { stdout, stderr, code } = await callBench(
			['run', '--retriever', 'fts', '--retriever', 'fts5', '--out', 'both'],
			folder,
		);
		expect(code).toBe(0);
		expect(stdout.match(/\bfts\b/g)?.length).toBeGreaterThan(2);
		expect(stderr).toContain('not yet findings');
		expect(readdirSync(join(folder, 'both')).sort()).toEqual(['fts', 'fts5']);
	});

	it('runs a module of the user and named systems of a config file', async () => {
		const folder = smallDataset();
		writeFileSync(
			join(folder, 'mine.ts'),
			'export function last(query: string, k: number): string[] {\n\treturn ["6", "4"].slice(0, k);\n}\n',
		);
		writeFileSync(
			join(folder, 'bench.config.json'),
			JSON.stringify({ systems: { important: { retriever: 'fts', options: { sort: 'importance' } } } }),
		);
		const { stdout, stderr, code } = await callBench(
			['run', '--retriever', './mine.ts#last', '--retriever', 'important', '--json'],
			folder,
		);
		expect(stderr).not.toContain('error');
		expect(code).toBe(0);
		const { runs } = JSON.parse(stdout);
		expect(runs[1].manifest.system).toMatchObject({ name: 'important', options: { sort: 'importance' } });
		expect(runs[0].summary.strata.multihop.metrics['recall@5']).toBe(0.5);
	});

	it('selects strata', async () => {
		const { stdout } = await callBench(['run', '--retriever', 'fts5', '--strata', 'exact', '--json'], smallDataset());
		expect(Object.keys(JSON.parse(stdout).summary.strata)).toEqual(['exact']);
	});

	it.each([
		[['--retriever', 'ftss'], 'fts'],
		[['--retriever', 'hybrid', '--set', 'wieghts.dense=2'], 'weights.dense'],
		[['--retriever', 'fts5', '--metrics', 'ndgc@10'], 'nDCG'],
		[['--retriever', 'fts5', '--data', 'nowhere'], 'nowhere'],
		[['--retriever', 'fts5', '--set', 'oops'], 'key=value'],
		[['--retriever', 'fts5', '--sensitive', 'all'], 'leave-out'],
		[['--retriever', 'fts5', '--strata', 'exakt'], 'exact'],
		[['--retriever', 'fts5', '--depth', '0'], 'whole number'],
		[['--retriever', 'hybrid:equal', '--set', 'k=-1'], 'option k takes'],
	])('answers %j with what to do and exit code 2', async (args, hint) => {
		const { stderr, stdout, code } = await callBench(['run', ...args], smallDataset());
		expect(stderr).toContain(hint);
		expect(stderr).not.toMatch(/\n\s+at /);
		expect(stdout).toBe('');
		expect(code).toBe(2);
	});

	it('says in words what the system refuses', async () => {
		const folder = smallDataset();
		writeFileSync(join(folder, 'a-file'), 'in the way');
		const { stderr, code } = await callBench(['run', '--retriever', 'fts5', '--results-dir', 'a-file/results'], folder);
		expect(code).toBe(2);
		expect(stderr).toContain('a part of the path is a file');
		expect(stderr).not.toMatch(/\n\s+at /);
	});

	it('compares with a system one leg of which returned nothing at all', async () => {
		const folder = smallDataset();
		const corpus = join(folder, 'data', 'corpus.jsonl');
		const bare = readFileSync(corpus, 'utf8').replace(/"tags":"[^"]*",?/g, '');
		writeFileSync(corpus, bare);
		writeFileSync(join(folder, 'none.ts'), 'export const none = () => [];\n');
		for (const args of [['fts'], ['hybrid', '--set', 'legs=fts,none=./none.ts']])
			expect((await callBench(['run', '--retriever', ...args, '--out', args[0] as string], folder)).code).toBe(0);
		const { code, stderr } = await callBench(['compare', 'fts', 'hybrid'], folder);
		expect(stderr).not.toContain('error');
		expect(code).toBe(0);
	});

	it('says that it replaces an earlier run, and refuses a nameless or impossible folder before it works', async () => {
		const folder = smallDataset();
		const run = (...args: string[]) => callBench(['run', '--retriever', 'fts5', ...args], folder);
		expect((await run('--out', 'one')).stderr).not.toContain('replaced');
		expect((await run('--out', 'one')).stderr).toContain('the run at one is replaced');
		expect((await run('--out', '')).code).toBe(2);
		expect((await run('--out', 'data/corpus.jsonl')).stderr).toContain('is a file, not a run folder');
		expect((await run('--out', '/proc/no/such')).code).toBe(2);
	});

	it('does not overwrite a folder that is no run', async () => {
		const folder = smallDataset();
		mkdirSync(join(folder, 'precious'));
		writeFileSync(join(folder, 'precious', 'thesis.txt'), 'years of work');
		const { stderr, code } = await callBench(['run', '--retriever', 'fts5', '--out', 'precious'], folder);
		expect(code).toBe(2);
		expect(stderr).toContain('is not a run folder');
		expect(readFileSync(join(folder, 'precious', 'thesis.txt'), 'utf8')).toBe('years of work');
	});
});
