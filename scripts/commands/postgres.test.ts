import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { resolveOptions } from '../../harness/options.ts';
import { connect } from '../../retrievers/postgres/connect.ts';
import { postgresFts } from '../../retrievers/postgres/fts.ts';
import { docOf } from '../../retrievers/testing/bm25.ts';
import { quietContext } from '../../retrievers/testing/context.ts';
import { callBench } from '../testing/call-bench.ts';
import { runBench } from '../testing/run-bench.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const url = process.env.BENCH_POSTGRES_URL;

describe('bench postgres', () => {
	it('says that a server has to be named', async () => {
		const { code, stderr } = await callBench(['postgres', 'list'], folder, { BENCH_POSTGRES_URL: '' });
		expect(code).toBe(2);
		expect(stderr).toContain('no Postgres server is named');
	});

	it('says that nobody answers, without the password', async () => {
		const { code, stderr } = await callBench(
			['postgres', 'list', '--url', 'postgres://me:hush@127.0.0.1:1/db'],
			folder,
		);
		expect(code).toBe(2);
		expect(stderr).toContain('postgres://me@127.0.0.1:1/db: no connection (ECONNREFUSED)');
		expect(stderr).not.toContain('hush');
	});

	it.runIf(url !== undefined)('lists what was built, and drops that alone', async () => {
		const corpus = [docOf('1', `a text of its own ${process.pid}`)];
		const options = resolveOptions('postgres:fts', postgresFts.options, {});
		(await postgresFts.index(corpus, options, quietContext(folder))).close?.();
		const list = async () => {
			const { stdout } = await callBench(['postgres', 'list', '--json'], folder);
			return (JSON.parse(stdout) as { schemas: { name: string; kind: string; documents: number; built: string }[] })
				.schemas;
		};
		const ours = (await list()).filter(({ kind }) => kind === 'fts').sort((x, y) => (x.built < y.built ? 1 : -1));
		const [newest] = ours;
		expect(newest).toMatchObject({ documents: 1 });
		const name = newest?.name as string;
		expect((await callBench(['postgres', 'drop', name], folder)).code).toBe(0);
		expect((await list()).map((schema) => schema.name)).toEqual(expect.not.arrayContaining([name]));
		const other = await callBench(['postgres', 'drop', 'public'], folder);
		expect(other).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('no schema public that was built by bench'),
		});
	});
});

describe.runIf(url !== undefined)('bench export-corpus postgres://', () => {
	it('reads the rows of a query, without the sensitive ones, and changes nothing', async () => {
		const { database, release } = await connect('', folder);
		await database.transaction(async (session) => {
			await session.query('DROP TABLE IF EXISTS bench_test_memories');
			await session.query(
				'CREATE TABLE bench_test_memories (key bigint, body text, labels text[], secret boolean, at timestamptz, weight numeric)',
			);
			await session.query(`INSERT INTO bench_test_memories VALUES
				(1, 'The kettle whistles', '{tea,kitchen}', false, '2024-11-03T20:14:48Z', 0.75),
				(2, 'the code is swordfish', '{}', true, NULL, 1)`);
		});
		const sql =
			'SELECT key AS id, body AS content, labels AS tags, secret AS is_sensitive, at AS created_at, weight AS importance FROM bench_test_memories;';
		const run = (...args: string[]) =>
			runBench(['export-corpus', url as string, '--name', 'pg', '--data-dir', folder, ...args], folder);
		const { code, stdout, stderr } = run('--sql', sql);
		expect(`${code} ${stderr}`).toMatch(/^0 /);
		expect(stdout).toMatch(/sensitive rows, left out +│? *1/);
		const corpus = readFileSync(join(folder, 'pg', 'corpus.jsonl'), 'utf8');
		expect(JSON.parse(corpus)).toMatchObject({
			id: '1',
			content: 'The kettle whistles',
			importance: 0.75,
			created_at: '2024-11-03T20:14:48.000Z',
		});
		const about = readFileSync(join(folder, 'pg', 'export.json'), 'utf8');
		// With its colon and sign: a password may well be a word that the output holds for other reasons.
		expect(about + stdout + stderr).not.toContain(`:${new URL(url as string).password}@`);
		const writes = run('--force', '--sql', 'DELETE FROM bench_test_memories RETURNING key AS id');
		expect(writes.code).toBe(2);
		expect((await database.query('SELECT key::int FROM bench_test_memories')).length).toBe(2);
		await database.transaction((session) => session.query('DROP TABLE bench_test_memories'));
		release();
		expect(existsSync(join(folder, 'pg', 'corpus.jsonl'))).toBe(true);
	});
});
