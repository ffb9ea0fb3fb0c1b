import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sealed } from '../../harness/run/folder/seal.ts';
import { callBench } from '../testing/call-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';

/** Its third query has 1,203 words. */
function withLongQuery(): string {
	const folder = smallDataset();
	const path = join(folder, 'data', 'queries.jsonl');
	const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
	const query = JSON.parse(lines[2] as string);
	query.text = `whippet ledger fear ${Array.from({ length: 1200 }, (_, i) => `w${i}`).join(' ')}`;
	lines[2] = JSON.stringify(query);
	writeFileSync(path, `${lines.join('\n')}\n`);
	return folder;
}
const CUT = 'queries longer than it takes: 1 of 4 (leg fts), 1 of 4 (leg fts5);';

describe('queries that are longer than a retriever takes', () => {
	it('are counted in warnings, manifest and JSON, by leg, and the run is verified', async () => {
		const folder = withLongQuery();
		const args = ['run', '--retriever', 'hybrid', '--set', 'legs=fts,fts5', '--out', 'a'];
		const run = await callBench(args, folder);
		expect(run.stdout + run.stderr).toContain(`hybrid: ${CUT}`);
		const { manifest } = JSON.parse((await callBench(['show', 'a', '--json'], folder)).stdout);
		expect(manifest.queries_cut).toEqual([
			{ leg: 'fts', queries: 1 },
			{ leg: 'fts5', queries: 1 },
		]);
		expect(await callBench(['verify', 'a'], folder)).toMatchObject({ code: 0 });
	});

	it('are not spoken of where there is none', async () => {
		const folder = smallDataset();
		const { stdout } = await callBench(['run', '--retriever', 'fts', '--json'], folder);
		expect(JSON.parse(stdout).manifest.queries_cut).toBeUndefined();
	});

	it('leave a run of an earlier version verified, which did not count them', async () => {
		const folder = withLongQuery();
		await callBench(['run', '--retriever', 'fts5', '--out', 'old'], folder);
		const path = join(folder, 'old', 'manifest.json');
		const { queries_cut, content_sha256: _, ...old } = JSON.parse(readFileSync(path, 'utf8'));
		expect(queries_cut).toEqual([{ queries: 1 }]);
		writeFileSync(path, JSON.stringify(sealed(old)));
		expect(await callBench(['verify', 'old'], folder)).toMatchObject({ code: 0 });
	});
});

describe('latency by length of the query', () => {
	it('stands in the details, in JSON, and on the page', async () => {
		const folder = withLongQuery();
		const plain = await callBench(['run', '--retriever', 'fts5'], folder);
		expect(plain.stdout).not.toContain('over 128');
		const { stdout: details } = await callBench(['show', '--details'], folder);
		expect(details).toMatch(/fts5 +up to 8 +3 +\d/);
		expect(details).toMatch(/over 128 +1 +\d/);
		expect(details).not.toMatch(/33-128/);
		const { timings } = JSON.parse((await callBench(['show', '--json'], folder)).stdout);
		expect(timings.latency_by_length).toMatchObject([
			{ from_words: 0, to_words: 8, n: 3, p95: expect.any(Number) },
			{ from_words: 129, n: 1, p50: expect.any(Number) },
		]);
		expect((await callBench(['show', '--format', 'html'], folder)).stdout).toContain('over 128');
		expect(await callBench(['report', 'latest', '--out', 'page.html'], folder)).toMatchObject({ code: 0 });
		expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain('over 128');
	});

	it('is not asked of a run of an earlier version', async () => {
		const folder = smallDataset();
		await callBench(['run', '--retriever', 'fts5'], folder);
		const path = join(realpathSync(join(folder, 'results', 'latest')), 'timings.json');
		const { latencyByLength, content_sha256: _, ...old } = JSON.parse(readFileSync(path, 'utf8'));
		expect(latencyByLength).toHaveLength(2);
		writeFileSync(path, JSON.stringify(old));
		const { stdout, code } = await callBench(['show', '--details'], folder);
		expect(code).toBe(0);
		expect(stdout).not.toContain('up to 8');
		expect(JSON.parse((await callBench(['show', '--json'], folder)).stdout).timings).not.toHaveProperty(
			'latency_by_length',
		);
	});
});
