import { BenchError } from '../../harness/errors.ts';
import { type Database, identifier } from './database.ts';
import { parseNote, type SchemaNote } from './schema.ts';

/** A schema that was built by us, as the database tells it. */
export interface BuiltSchema {
	readonly name: string;
	readonly bytes: number;
	readonly note: SchemaNote;
}

/** Every schema of ours, by name. Others are never listed, whatever they are called: ours carry a note. */
export async function listSchemas(database: Database): Promise<readonly BuiltSchema[]> {
	const rows = await database.query<{ name: string; note: string | null; bytes: number }>(
		`SELECT n.nspname::text AS name, obj_description(n.oid, 'pg_namespace') AS note,
			(SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 FROM pg_class c
				WHERE c.relnamespace = n.oid AND c.relkind = 'r') AS bytes
		 FROM pg_namespace n WHERE n.nspname LIKE 'bench\\_%' ORDER BY 1`,
	);
	return rows.flatMap(({ name, note, bytes }) => {
		const read = parseNote(note);
		return read === undefined ? [] : [{ name, bytes, note: read }];
	});
}

/**
 * Drops schemas of ours, all of them or none.
 *
 * @throws BenchError `usage` for a name that is none of ours
 */
export async function dropSchemas(database: Database, names: readonly string[]): Promise<void> {
	const ours = new Set((await listSchemas(database)).map(({ name }) => name));
	for (const name of names)
		if (!ours.has(name))
			throw new BenchError('usage', `${database.name} has no schema ${name} that was built by bench`, {
				hint: '`bench postgres list` shows those that were.',
			});
	await database.transaction(async (session) => {
		for (const name of names) await session.query(`DROP SCHEMA ${identifier(name)} CASCADE`);
	});
}
