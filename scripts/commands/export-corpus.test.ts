import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { loadOpenCorpus } from '../../harness/datasets/load-corpus.ts';
import { fieldUnits } from '../../retrievers/dense/units.ts';
import { callBench } from '../testing/call-bench.ts';
import { checkEnds } from './export-corpus/check-ends.ts';

function folderWith(sql: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'bench-memory-'));
	const database = new Sqlite(join(folder, 'store.db'));
	database.exec(sql);
	database.close();
	return folder;
}

const MEMORIES = `
	CREATE TABLE memories (id INTEGER PRIMARY KEY, content TEXT, category TEXT, tags TEXT, expanded_keywords TEXT,
		importance REAL, is_sensitive INTEGER, created_at TEXT, embedding BLOB, project TEXT);
	INSERT INTO memories VALUES
		(7, 'The kettle whistles', 'home', 'kitchen,tea', 'boil water', 0.9, 0, '2024-11-03 20:14:48', x'00ff', 'house'),
		(3, 'SECRETWORD is the code', 'home', 'safe', '', 1.0, 1, '2024-11-03', NULL, NULL),
		(9, 'SECRETWORD again', 'home', '', '', 1.0, 'yes?', '2024-11-03', NULL, NULL),
		(5, 'Backups at midnight', NULL, '["ledger", "backup"]', '["nightly job"]', NULL, NULL, 1730000000, NULL, 'work'),
		(6, '   ', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL),
		(2, ' secretword is  the code', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL),
		(8, 'Half a date', NULL, NULL, NULL, 0.5, 0, 'last Tuesday', NULL, NULL);
	CREATE TABLE sessions (id INTEGER PRIMARY KEY, started TEXT);
	CREATE VIRTUAL TABLE memories_fts USING fts5(content, content='memories', content_rowid='id');`;

const OBSERVATIONS = `
	CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL,
		text TEXT, type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT,
		files_read TEXT, files_modified TEXT, prompt_number INTEGER, created_at TEXT NOT NULL,
		created_at_epoch INTEGER NOT NULL);
	INSERT INTO observations VALUES
		(1, 's', 'tide', NULL, 'bugfix', 'Cron fixed', 'sub', '["Runs at 04:10", "Mails Jonas"]', 'The job failed at night.',
			'["gotcha"]', '["a.ts"]', '[]', 2, '2025-05-01T04:10:00.000Z', 1746072600000),
		(2, 's', 'tide', 'An old one', 'change', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, '2025-05-02T00:00:00.000Z',
			1746144000000),
		(3, 's', 'tide', NULL, 'change', '', NULL, '[]', '', '[]', '[]', '[]', 1, '2025-05-02T00:00:00.000Z', 1746144000000);`;

async function exportCorpus(folder: string, ...args: string[]) {
	const outcome = await callBench(['export-corpus', 'store.db', '--json', ...args], folder);
	return { ...outcome, json: outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout) };
}

function corpusOf(folder: string, name = 'store'): Record<string, unknown>[] {
	return readFileSync(join(folder, 'data', name, 'corpus.jsonl'), 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
}

describe('bench export-corpus', () => {
	it('reads a memory store by the names of its columns and leaves sensitive rows out', async () => {
		const folder = folderWith(MEMORIES);
		const { code, json, stderr } = await exportCorpus(folder, '--keep', 'project');
		expect(stderr).toContain('table memories');
		expect(code).toBe(0);
		expect(json.counts).toEqual({
			rows: 7,
			documents: 3,
			sensitive_left_out: 2,
			copies_of_sensitive_left_out: 1,
			empty: 1,
			unreadable_dates: 1,
			rejected: 0,
		});
		expect(corpusOf(folder)).toEqual([
			{
				id: '5',
				content: 'Backups at midnight',
				tags: ['ledger', 'backup'],
				expanded_keywords: ['nightly job'],
				created_at: '2024-10-27T03:33:20.000Z',
				project: 'work',
			},
			{
				id: '7',
				content: 'The kettle whistles',
				category: 'home',
				tags: ['kitchen', 'tea'],
				expanded_keywords: ['boil', 'water'],
				importance: 0.9,
				created_at: '2024-11-03T20:14:48.000Z',
				project: 'house',
			},
			{ id: '8', content: 'Half a date', project: null },
		]);
		expect((await loadOpenCorpus(join(folder, 'data', 'store'))).corpus).toHaveLength(3);
		const all = readdirSync(join(folder, 'data', 'store')).map((name) =>
			readFileSync(join(folder, 'data', 'store', name), 'utf8'),
		);
		expect(all.join('').toUpperCase()).not.toContain('SECRETWORD');
	});

	it('changes nothing in the database, also not in one that another process writes to', async () => {
		const folder = folderWith(`PRAGMA journal_mode = WAL; ${MEMORIES}`);
		const path = join(folder, 'store.db');
		const writer = new Sqlite(path);
		writer.prepare("INSERT INTO memories (id, content) VALUES (99, 'Not yet in the main file')").run();
		const hash = () => createHash('sha256').update(readFileSync(path)).digest('hex');
		const before = hash();
		expect((await exportCorpus(folder)).json.counts.documents).toBe(4);
		expect(hash()).toBe(before);
		writer.close();
		const idle = readdirSync(folder).sort();
		expect((await exportCorpus(folder, '--name', 'again')).json.counts.documents).toBe(4);
		expect(readdirSync(folder).sort()).toEqual(idle);
		expect(idle).toEqual(['data', 'store.db']);
	});

	it('a damaged page, or a view without an end, is told in words', async () => {
		const folder = folderWith(`
			CREATE TABLE memories (id INTEGER PRIMARY KEY, content TEXT);
			WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 400)
			INSERT INTO memories SELECT x, 'kettle ' || x || ' whistles at dawn and at dusk' FROM c;
			CREATE VIEW endless AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS id, 'a' AS content FROM c;`);
		const path = join(folder, 'store.db');
		expect((await exportCorpus(folder, '--table', 'memories', '--name', 'whole')).json.counts.documents).toBe(400);
		expect(() => checkEnds(path, 'endless', 1500)).toThrow('the rows of view endless do not end within 1.5 s');
		const broken = await exportCorpus(folderWith('CREATE VIEW broken AS SELECT id, content FROM nowhere;'));
		expect([broken.code, broken.stderr]).toEqual([
			2,
			expect.stringContaining("can't be read as SQLite: no such table"),
		]);
		const content = readFileSync(path);
		content.fill(0xee, 3 * 4096, 5 * 4096);
		writeFileSync(path, content);
		const damaged = await exportCorpus(folder, '--table', 'memories');
		expect([damaged.code, damaged.stderr]).toEqual([2, expect.stringContaining('the file is damaged (SQLITE_CORRUPT')]);
		expect(damaged.stderr).not.toMatch(/^\s+at |kettle/m);
		expect(existsSync(join(folder, 'data', 'store'))).toBe(false);
	});

	it('takes other tables and columns', async () => {
		const folder = folderWith(
			"CREATE TABLE notes (key TEXT PRIMARY KEY, body TEXT, weight INTEGER, hidden INTEGER); INSERT INTO notes VALUES ('a', 'One', 7, 0), ('b', 'Two', 3, 1), ('c d', 'Three', 10, 0);",
		);
		const args = ['--map', 'content=body', '--map', 'importance=weight', '--map', 'is_sensitive=hidden'];
		const wrong = await exportCorpus(folder, ...args);
		expect(wrong.code).toBe(2);
		expect(wrong.stderr).toContain('notes a: importance is 7');
		expect(wrong.stderr).toContain('--importance-max');
		expect(existsSync(join(folder, 'data'))).toBe(false);
		const { code, json } = await exportCorpus(folder, ...args, '--importance-max', '10', '--name', 'mine');
		expect(code).toBe(0);
		expect(corpusOf(folder, 'mine')).toEqual([{ id: 'a', content: 'One', importance: 0.7 }]);
		expect(json.counts).toMatchObject({ sensitive_left_out: 1, rejected: 1 });
		expect(json.rejected[0]).toContain('"c d"');
	});

	it("reads claude-mem's observations, a document for each part", async () => {
		const folder = folderWith(OBSERVATIONS);
		const { code, json, stderr } = await exportCorpus(folder);
		expect(code).toBe(0);
		expect(stderr).toContain('claude-mem');
		expect(stderr).toContain('no mark for what is sensitive');
		expect(json.counts).toMatchObject({ rows: 3, documents: 5, empty: 1 });
		const docs = corpusOf(folder);
		expect(docs.map(({ id }) => id)).toEqual(['1-title', '1-narrative', '1-fact-1', '1-fact-2', '2-text']);
		expect(docs[2]).toEqual({
			id: '1-fact-1',
			content: 'Runs at 04:10',
			created_at: '2025-05-01T04:10:00.000Z',
			observation: '1',
			part: 'fact-1',
			type: 'bugfix',
			project: 'tide',
			subtitle: 'sub',
			prompt_number: 2,
			created_at_epoch: 1746072600000,
			concepts: ['gotcha'],
			files_read: ['a.ts'],
		});
	});

	it('joins the parts of an observation on request', async () => {
		const folder = folderWith(OBSERVATIONS);
		await exportCorpus(folder, '--parts', 'joined');
		expect(corpusOf(folder).map(({ id, content }) => [id, content])).toEqual([
			['1', 'Cron fixed\nThe job failed at night.\nRuns at 04:10\nMails Jonas'],
			['2', 'An old one'],
		]);
	});

	it('keeps the fields of an observation on request, where units=fields finds them', async () => {
		const folder = folderWith(OBSERVATIONS);
		await exportCorpus(folder, '--parts', 'fields');
		const [first, old] = corpusOf(folder);
		expect(first).toMatchObject({
			id: '1',
			content: 'Cron fixed\nThe job failed at night.\nRuns at 04:10\nMails Jonas',
			title: 'Cron fixed',
			narrative: 'The job failed at night.',
			facts: ['Runs at 04:10', 'Mails Jonas'],
		});
		expect(old).not.toHaveProperty('title');
		const { corpus } = await loadOpenCorpus(join(folder, 'data', 'store'));
		expect(corpus.map(fieldUnits)).toEqual([
			['Cron fixed', 'The job failed at night.', 'Runs at 04:10', 'Mails Jonas'],
			undefined,
		]);
	});

	it("reads claude-mem's session summaries, each text kept as a field", async () => {
		const folder = folderWith(`${OBSERVATIONS}
			CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, request TEXT,
				investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT,
				prompt_number INTEGER, created_at TEXT, created_at_epoch INTEGER);
			INSERT INTO session_summaries VALUES
				(1, 's', 'tide', 'Fix the cron job', NULL, 'It ran in UTC', '', NULL, '["a.ts"]', '[]', NULL, 3,
					'2025-05-01T04:10:00.000Z', 1746072600000),
				(2, 's', 'tide', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, '2025-05-02T00:00:00.000Z', 1746144000000);`);
		const { json } = await exportCorpus(folder, '--form', 'claude-mem-sessions');
		expect(json.counts).toMatchObject({ rows: 2, documents: 1, empty: 1 });
		expect(corpusOf(folder)).toEqual([
			{
				id: 'session-1',
				content: 'Fix the cron job\nIt ran in UTC',
				created_at: '2025-05-01T04:10:00.000Z',
				kind: 'session',
				request: 'Fix the cron job',
				learned: 'It ran in UTC',
				project: 'tide',
				prompt_number: 3,
				created_at_epoch: 1746072600000,
				files_read: ['a.ts'],
			},
		]);
	});

	it.each<[string, string[], string[]]>([
		['a table that is not there', ['--table', 'memoires'], ['no table "memoires"', 'memories', 'sessions']],
		[
			'a column that is not there',
			['--map', 'content=contents'],
			['No table has a column "contents"', '--map content'],
		],
		['a column near another', ['--table', 'memories', '--map', 'tags=tag'], ['no column "tag"', 'Did you mean tags']],
		['a field that is none', ['--map', 'contant=content'], ['Did you mean content']],
		['a pair that is none', ['--map', 'content'], ['field=column']],
		['metadata that is not there', ['--keep', 'proj'], ['no column "proj"', 'project']],
	])('answers %s with what there is', async (_, args, messages) => {
		const folder = folderWith(MEMORIES);
		const { code, stderr } = await exportCorpus(folder, ...args);
		expect(code).toBe(2);
		for (const message of messages) expect(stderr).toContain(message);
		expect(stderr).not.toMatch(/\n\s+at /);
		expect(stderr).not.toContain('_fts');
		expect(existsSync(join(folder, 'data'))).toBe(false);
	});

	it('says so when there is no database, or no corpus may be replaced', async () => {
		const folder = folderWith(MEMORIES);
		expect((await callBench(['export-corpus', 'nowhere.db'], folder)).stderr).toContain('no such file');
		writeFileSync(join(folder, 'letter.txt'), 'Dear all, this is no database. '.repeat(50));
		expect((await callBench(['export-corpus', 'letter.txt'], folder)).stderr).toContain("can't be read as SQLite");
		expect((await exportCorpus(folder)).code).toBe(0);
		expect((await exportCorpus(folder)).stderr).toContain('--force');
		expect((await exportCorpus(folder, '--force')).code).toBe(0);
	});
});
