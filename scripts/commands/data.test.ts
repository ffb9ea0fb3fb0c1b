import { afterAll, expect, it } from 'vitest';
import { jsonl, temporaryFolder } from '../../harness/testing/temporary-folder.ts';
import { callBench } from '../testing/call-bench.ts';

const folder = temporaryFolder({
	'data/good/corpus.jsonl': jsonl({ id: 1, content: 'quarantined zebra' }),
	'data/good/queries.jsonl': jsonl({ query_id: 'q1', text: 'zebra', stratum: 'exact' }),
	'data/good/qrels.jsonl': jsonl({ query_id: 'q1', relevant_ids: [1] }),
	'data/bad/corpus.jsonl': `${jsonl({ id: 1, content: 'quarantined zebra' })}{"id": zebra}\n`.repeat(15),
	'data/bad/queries.jsonl': jsonl({ query_id: 'q1', text: 'zebra', stratum: 'exact' }),
	'data/bad/qrels.jsonl': jsonl({ query_id: 'q1', relevant_ids: [7] }),
});
afterAll(() => folder.dispose());

const bench = (...args: string[]) => callBench(['data', ...args], folder.path);

it('stats: a table, or one object', async () => {
	const table = await bench('stats', 'good');
	expect(table).toMatchObject({ code: 0, stderr: '' });
	expect(table.stdout).toMatch(/overall +1 +1 +1/);
	expect(table.stdout).not.toContain('zebra');
	const { overall, strata, grades, sensitive_left_out } = JSON.parse((await bench('stats', 'good', '--json')).stdout);
	expect({ overall, strata, grades, sensitive_left_out }).toMatchObject({
		overall: { queries: 1 },
		strata: { exact: { queries: 1, overlap: { max: 0.5 } } },
		grades: { 1: 1 },
		sensitive_left_out: 0,
	});
});

it('validate: exit 0 where all is well', async () => {
	expect(await bench('validate', 'data/good')).toMatchObject({
		code: 0,
		stdout: expect.stringContaining('0 errors, 0 warnings'),
	});
});

it('validate: every problem with file:line, exit 2', async () => {
	const { code, stdout } = await bench('validate', 'bad');
	expect(code).toBe(2);
	expect(stdout.split('\n').filter((line) => line.startsWith('error'))).toHaveLength(30);
	expect(stdout).toMatch(/data\/bad\/corpus\.jsonl:30 +is not valid JSON/);
	expect(stdout).toMatch(/data\/bad\/qrels\.jsonl:1 +document "7" is not in corpus\.jsonl/);
	const json = await bench('validate', 'bad', '--json');
	expect(json.code).toBe(2);
	expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, errors: expect.arrayContaining([]) });
	expect(JSON.parse(json.stdout).errors).toHaveLength(30);
});

it('a bad dataset or name is refused with exit 2 and no stack trace', async () => {
	const bad = await bench('stats', 'bad');
	expect(bad.code).toBe(2);
	expect(bad.stderr).toContain('and 10 more');
	expect(bad.stderr).not.toMatch(/ {4}at |zebra/);
	expect(await bench('stats', 'god')).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean good') });
});
