import { describe, expect, it } from 'vitest';
import { resolveOptions, type Settings } from '../../harness/options.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { postgresBm25 } from './bm25.ts';
import { connect } from './connect.ts';
import { readableError } from './errors.ts';
import { postgresFts } from './fts.ts';
import { ensureSchema } from './schema.ts';
import { listSchemas } from './schemas.ts';
import { DATABASES, inSharedCache, SHARED_CACHE } from './testing/databases.ts';

const server = process.env.BENCH_POSTGRES_URL;
const plugin = inSharedCache(postgresFts);
const CORPUS = [docOf('1', 'the kettle whistles'), docOf('2', `a text of this test ${process.pid}`)];
const open = (settings: Settings, corpus = CORPUS) =>
	plugin.index(corpus, resolveOptions('postgres:fts', plugin.options, settings), quietContext(''));

describe.each(DATABASES)('a build on "%s"', (url) => {
	const plan = (fingerprint: string, build: Parameters<typeof ensureSchema>[1]['build']) =>
		({ kind: 'fts', settings: {}, documents: 1, fingerprint, build }) as const;

	it('that fails half-way leaves nothing', async () => {
		const { database, release } = await connect(url, SHARED_CACHE);
		const before = await listSchemas(database);
		const failing = ensureSchema(
			database,
			plan(`failing ${process.pid}`, async (session, schema) => {
				await session.query(`CREATE TABLE ${schema}.doc (x int)`);
				await session.query('SELECT 1 / 0');
			}),
		);
		await expect(failing).rejects.toMatchObject({ code: 'environment', message: expect.stringContaining('zero') });
		expect(await listSchemas(database)).toEqual(before);
		release();
	});

	it('happens once, also where two want it at the same time, and is used again', async () => {
		const { database, release } = await connect(url, SHARED_CACHE);
		let builds = 0;
		const build = () =>
			ensureSchema(
				database,
				plan(`shared ${process.pid}`, async (session, schema) => {
					builds++;
					await session.query(`CREATE TABLE ${schema}.doc (x int)`);
				}),
			);
		const [one, two] = await Promise.all([build(), build()]);
		expect(await build()).toEqual(one);
		expect(two).toEqual(one);
		expect(builds).toBe(1);
		await database.transaction((session) => session.query(`DROP SCHEMA ${one.name} CASCADE`));
		release();
	});
});

describe.runIf(server !== undefined)('a server', () => {
	it('that drops the connection in mid-run is asked again', async () => {
		const retriever = await open({});
		const ask = () => retriever.retrieve({ id: 'q', text: 'kettle', stratum: 's' }, 5, quietQuery());
		const before = await ask();
		const { default: postgres } = await import('postgres');
		const other = postgres(server as string, { max: 1 });
		const asked = Array.from({ length: 20 }, ask);
		await other`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE application_name = ${`recall-bench ${process.pid}`} AND pid <> pg_backend_pid()`;
		for (const answer of [...(await Promise.all(asked)), await ask()]) expect(answer).toEqual(before);
		await other.end();
		retriever.close?.();
	});

	it('on which the role may not create a schema is said to lack that right', async () => {
		const { database, release } = await connect('', SHARED_CACHE);
		const role = `bench_test_${process.pid}`;
		await database.transaction((session) => session.query(`CREATE ROLE ${role} LOGIN PASSWORD 'hush'`));
		try {
			const address = new URL(server as string);
			address.username = role;
			address.password = '';
			process.env.PGPASSWORD = 'hush';
			await expect(open({ url: address.href }, [docOf('3', `for a role ${process.pid}`)])).rejects.toMatchObject({
				message: expect.stringContaining('lacks a right'),
				hint: expect.stringContaining('GRANT CREATE ON DATABASE'),
			});
			process.env.PGPASSWORD = 'wrong word';
			const refused = open({ url: address.href }, [docOf('4', `for a role ${process.pid}`)]);
			await expect(refused).rejects.toThrow(/refuses the password/);
			await expect(refused).rejects.not.toThrow(/hush|wrong word/);
		} finally {
			delete process.env.PGPASSWORD;
			await database.transaction((session) => session.query(`DROP ROLE ${role}`));
			release();
		}
	});

	it('without an extension is said to lack it', async () => {
		const { database, release } = await connect('', SHARED_CACHE);
		const there = await database.query("SELECT FROM pg_available_extensions WHERE name = 'pg_textsearch'");
		release();
		if (there.length > 0) return;
		const options = resolveOptions('postgres:bm25', postgresBm25.options, {});
		await expect(postgresBm25.index(CORPUS, options, quietContext(''))).rejects.toMatchObject({
			message: expect.stringContaining('the extension pg_textsearch is not there'),
		});
	});
});

it('puts what Postgres says into words, without what a row or a query holds', () => {
	const error = (code: string, message: string) =>
		Object.assign(new Error(message), { code, detail: 'Key (x)=(secret)' });
	expect(readableError(error('53100', 'could not extend file'), 'db')).toMatchObject({
		code: 'environment',
		message: "db: the server's disk is full (could not extend file)",
	});
	expect(readableError(error('57P01', 'terminating connection'), 'db')).toMatchObject({ code: 'network' });
	expect(readableError(error('42601', 'syntax error in tsquery: "my secret"'), 'db').message).not.toContain('secret');
});
