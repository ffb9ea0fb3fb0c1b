import type { Progress } from '../../harness/contract.ts';
import type { Session } from './database.ts';

/** Characters of JSON per statement: large enough to be quick, small enough for a bar that moves. */
const BATCH_CHARACTERS = 2_000_000;
const BATCH_ROWS = 1_000;

/**
 * Loads rows as JSON, many per statement, which PGlite and every server read alike.
 *
 * @param columns column definitions as `jsonb_to_recordset` takes them, for example `doc_index int, content text`
 * @param select what is inserted of each record, by column name where absent
 */
export async function loadRows(
	session: Session,
	table: string,
	columns: string,
	rows: Iterable<object>,
	{ total, progress, select }: { readonly total: number; readonly progress: Progress; readonly select?: string },
): Promise<void> {
	const names = columns.split(',').map((column) => column.trim().split(' ')[0] as string);
	const statement = `INSERT INTO ${table} (${names.join(', ')})
		SELECT ${select ?? names.join(', ')} FROM jsonb_to_recordset($1::text::jsonb) AS r(${columns})`;
	const bar = progress.start('loading into Postgres', total);
	let batch: string[] = [];
	let characters = 0;
	const send = async (): Promise<void> => {
		if (batch.length === 0) return;
		await session.query(statement, [`[${batch.join(',')}]`]);
		bar.advance(batch.length);
		batch = [];
		characters = 0;
	};
	try {
		for (const row of rows) {
			const text = JSON.stringify(row);
			batch.push(text);
			characters += text.length;
			if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await send();
		}
		await send();
	} finally {
		bar.stop();
	}
}
