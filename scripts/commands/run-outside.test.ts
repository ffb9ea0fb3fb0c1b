import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { runBench } from '../testing/run-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';

/** Fails on the query that TRIAL_FAILS names, on every one for `all`. */
const PROGRAM = `import { createInterface } from 'node:readline';
createInterface({ input: process.stdin }).on('line', (line) => {
	const { id, method, query_id: query } = JSON.parse(line);
	const fails = [query, 'all'].includes(process.env.TRIAL_FAILS);
	if (method === 'search') console.log(JSON.stringify(fails ? { id, error: 'no' } : { id, hits: ['4'] }));
	else if (method !== 'close') console.log(JSON.stringify({ id }));
});`;

function trial() {
	const folder = smallDataset();
	writeFileSync(join(folder, 'system.mjs'), PROGRAM);
	const args = ['run', '--retriever', `exec:"${process.execPath}" system.mjs`, '--retries', '0', '--out', 'one'];
	const run = (fails: string, ...more: string[]) => callBench([...args, ...more], folder, { TRIAL_FAILS: fails });
	const linesOf = (name: string) =>
		readFileSync(join(folder, 'one', name), 'utf8')
			.trim()
			.split('\n');
	const queries = async (): Promise<readonly string[]> => {
		await run('');
		return linesOf('scores.jsonl').map((line) => JSON.parse(line).query_id as string);
	};
	const journals = () => {
		const place = join(folder, 'cache', 'journals');
		return existsSync(place) ? readdirSync(place) : [];
	};
	return { folder, run, linesOf, queries, journals };
}

describe('bench run with a system in another process', () => {
	it('stops at a query that fails, and goes on there', async () => {
		const { run, linesOf, queries, journals, folder } = trial();
		const ids = await queries();
		const whole = linesOf('run.trec');
		const stopped = await run(ids[2] as string);
		expect(stopped).toMatchObject({ code: 2, stderr: expect.stringContaining('it says: no') });
		expect(stopped.stderr).toContain('2 of 4 queries are kept: the same command goes on from there.');
		const [journal = ''] = journals();
		expect(readFileSync(join(folder, 'cache', 'journals', journal), 'utf8')).not.toMatch(/kettle|whippet|ledger/);
		const { stderr, stdout } = await run('');
		expect(stderr).toContain('2 of 4 queries are kept from an interrupted run');
		expect(stdout).toContain('2 latencies are of the run that was interrupted');
		expect(linesOf('run.trec')).toEqual(whole);
		expect(journals()).toEqual([]);
	});

	it('counts failures up to --max-failures, in the table, in the summary and in comparisons', async () => {
		const { run, linesOf, folder, queries } = trial();
		await queries();
		expect((await run('all', '--max-failures', '3')).stderr).toContain('4 queries failed, and 3 may');
		const failed = await run('all', '--max-failures', '4', '--out', 'two');
		expect(failed.stderr).toContain('warning: system.mjs: 4 of 4 queries failed and score 0.');
		expect(failed.stdout).toContain('system.mjs: 4 of 4 queries failed and score 0.');
		expect(JSON.parse(readFileSync(join(folder, 'two', 'summary.json'), 'utf8'))).toMatchObject({ failed: 4 });
		expect(Object.keys(JSON.parse(linesOf('summary.json').join('')))).toEqual(['overall', 'strata']);
		const { stdout, stderr } = runBench(['compare', 'one', 'two'], folder);
		expect(stdout + stderr).toContain('failed on 4 of 4 queries');
	});

	it.each([
		['--timeout', '0', 'a number above 0'],
		['--retries', '-1', 'a whole number from 0'],
		['--concurrency', '0', 'a whole number from 1'],
		['--unknown-ids', 'keep', 'error, drop'],
	])('%s %s is refused', async (flag, value, words) => {
		const { run } = trial();
		expect(await run('', flag, value)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
	});
});
