import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Retriever } from '../../harness/contract.ts';
import { resolveOptions, type Settings } from '../../harness/options.ts';
import { letterEmbedder } from '../embedders/testing/letter-embedder.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { connect } from './connect.ts';
import { vectorText } from './dense-table.ts';
import { sqlRetriever } from './sql.ts';
import { readSqlFile } from './sql-file.ts';
import { DATABASES, inSharedCache, SHARED_CACHE } from './testing/databases.ts';

const folder = mkdtempSync(join(tmpdir(), 'postgres-sql-'));
const opened: Retriever[] = [];
const TEXTS = ['the kettle whistles', 'the kettle is new', 'dawn over the harbour', 'nothing'];
const CORPUS = TEXTS.slice(0, 3).map((text, i) => docOf(String(i + 1), text));

function fileOf(sql: string): string {
	const path = join(folder, `${Math.abs(sql.split('').reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) | 0, 7))}.sql`);
	writeFileSync(path, sql);
	return path;
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(DATABASES)('sql: on "%s"', (url) => {
	beforeAll(async () => {
		const { database, release } = await connect(url, SHARED_CACHE);
		await database.transaction(async (session) => {
			await session.query('CREATE EXTENSION IF NOT EXISTS vector');
			await session.query('DROP TABLE IF EXISTS bench_test_notes');
			await session.query('CREATE TABLE bench_test_notes (key bigint PRIMARY KEY, body text, v vector(27))');
			const vectors = await letterEmbedder().embed(TEXTS, 'document');
			for (const [i, text] of TEXTS.entries())
				await session.query('INSERT INTO bench_test_notes VALUES (($1::text)::bigint, $2::text, ($3::text)::vector)', [
					i + 1,
					text,
					vectorText(vectors[i] as Float32Array),
				]);
		});
		release();
	});
	afterAll(async () => {
		for (const retriever of opened) retriever.close?.();
		const { database, release } = await connect(url, SHARED_CACHE);
		await database.transaction((session) => session.query('DROP TABLE bench_test_notes'));
		release();
	});

	async function search(sql: string, text: string, settings: Settings = {}, depth = 10) {
		const plugin = inSharedCache(sqlRetriever(`sql:${fileOf(sql)}`, async () => letterEmbedder()));
		const options = resolveOptions('sql', plugin.options, { url, ...settings });
		await plugin.validate?.(options);
		const retriever = await plugin.index(CORPUS, options, quietContext(folder));
		opened.push(retriever);
		const found = await retriever.retrieve({ id: 'q', text, stratum: 's' }, depth, quietQuery());
		return { found, ids: found.map(({ docId }) => docId), facts: retriever.facts?.() };
	}
	const LIKE = `SELECT key AS id, length(body)::numeric / 100 AS score FROM bench_test_notes -- $vector is not read here
		WHERE body LIKE '%' || $query || '%' AND body <> '$k' ORDER BY score DESC LIMIT $k;`;

	it('answers with the ids and scores of a query of one’s own', async () => {
		expect((await search(LIKE, 'kettle')).found).toEqual([
			{ docId: '1', score: 0.19 },
			{ docId: '2', score: 0.17 },
		]);
		expect((await search(LIKE, 'kettle', {}, 1)).ids).toEqual(['1']);
		expect((await search(LIKE, "'; DROP TABLE bench_test_notes; --")).ids).toEqual([]);
	});

	it('passes over ids that are not of the corpus, and counts them', async () => {
		const { ids, facts } = await search(LIKE, 'n');
		expect(ids).not.toContain('4');
		expect(facts).toMatchObject({ ids_not_in_corpus: 1 });
	});

	it('gives it the vector of the query', async () => {
		const nearest =
			'SELECT key AS id, 1 - (v <=> $vector) AS score FROM bench_test_notes ORDER BY v <=> $vector LIMIT $k';
		expect((await search(nearest, 'dawn over the harbour')).ids[0]).toBe('3');
	});

	it('can neither write nor run on for ever', async () => {
		const writes = `WITH gone AS (DELETE FROM bench_test_notes RETURNING key) SELECT key AS id, 1 AS score FROM gone WHERE $query <> ''`;
		await expect(search(writes, 'x')).rejects.toThrow('only reading is allowed');
		const two = "SELECT 1 AS id, 1 AS score WHERE $query <> ''; COMMIT; DELETE FROM bench_test_notes";
		await expect(search(two, 'x')).rejects.toThrow('multiple commands');
		expect((await search(LIKE, 'kettle')).ids).toHaveLength(2);
		// The clock of the embedded one is not interrupted by a timer.
		if (url !== 'embedded')
			await expect(
				search("SELECT 1 AS id, 1 AS score, pg_sleep(5) WHERE $query <> ''", 'x', { timeout_ms: 50 }),
			).rejects.toThrow('cancelled');
	});

	it.each([
		["SELECT key, 1 AS score FROM bench_test_notes WHERE $query <> ''", 'gives no column id'],
		["SELECT key AS id FROM bench_test_notes WHERE $query <> ''", 'gives no column score'],
		["SELECT key AS id, NULL::float8 AS score FROM bench_test_notes WHERE $query <> ''", 'no finite number'],
		["SELECT key AS id, 1 AS score FROM no_such_table WHERE $query <> ''", 'no_such_table'],
	])('says what is wrong with %s', async (sql, message) => {
		await expect(search(sql, 'x')).rejects.toThrow(message);
	});
});

it('says that a file is not there, or reads no query', () => {
	expect(() => readSqlFile(join(folder, 'none.sql'))).toThrow('no such file');
	expect(() => readSqlFile(fileOf('SELECT 1 AS id, 1 AS score LIMIT $k'))).toThrow('neither $query nor $vector');
});
