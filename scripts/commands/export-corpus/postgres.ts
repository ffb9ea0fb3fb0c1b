import { existsSync, readFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { BenchError } from '../../../harness/errors.ts';
import { connect } from '../../../retrievers/postgres/connect.ts';
import { identifier } from '../../../retrievers/postgres/database.ts';
import { quotedName } from './schema.ts';

/** The table that the rows stand in once they are here. */
export const ROWS_TABLE = 'memories';

/**
 * Reads the rows of a query, or of a table, from a Postgres server in a read-only transaction, into a table of a
 * database in memory, where they are read as a memory store like any other.
 *
 * @param sql a SELECT, or a file that ends in .sql; absent: all of `table`
 */
export async function openPostgresRows(
	url: string,
	{ sql, table = ROWS_TABLE }: { readonly sql?: string; readonly table?: string },
): Promise<Database> {
	const select = sql === undefined ? `SELECT * FROM ${table.split('.').map(identifier).join('.')}` : readSelect(sql);
	const { database, release } = await connect(url, '');
	try {
		const found = await database.transaction(
			// A parameter makes the server take one statement only, so nothing can end the transaction from inside.
			(session) =>
				session.query<{ cells: string }>(
					`SELECT (SELECT json_object_agg(key, value) FROM json_each_text(row_to_json(corpus)))::text AS cells
					 FROM (${select}) AS corpus WHERE $1::text <> ''`,
					['x'],
				),
			{ readOnly: true },
		);
		// Every cell as text: numbers with all of their digits, lists as JSON, dates as ISO 8601.
		const rows = found.map(({ cells }) => JSON.parse(cells) as Readonly<Record<string, string | null>>);
		const [first] = rows;
		if (first === undefined) throw new BenchError('data', `${database.name}: the query gives no rows`);
		const columns = Object.keys(first);
		const { default: Sqlite } = await import('better-sqlite3');
		const here = new Sqlite(':memory:');
		here.exec(`CREATE TABLE ${ROWS_TABLE} (${columns.map(quotedName).join(', ')})`);
		const insert = here.prepare(`INSERT INTO ${ROWS_TABLE} VALUES (${columns.map(() => '?').join(', ')})`);
		here.transaction(() => {
			for (const row of rows) insert.run(columns.map((column) => row[column] ?? null));
		})();
		return here;
	} finally {
		release();
	}
}

function readSelect(sql: string): string {
	const text = sql.endsWith('.sql') ? readFile(sql) : sql;
	return text.trim().replace(/;\s*$/, '');
}

function readFile(path: string): string {
	if (!existsSync(path)) throw new BenchError('usage', `${path}: there is no such file`);
	return readFileSync(path, 'utf8');
}
