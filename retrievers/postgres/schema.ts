import { createHash } from 'node:crypto';
import type { Doc, Json, JsonObject } from '../../harness/contract.ts';
import { fieldsLine } from '../../harness/datasets/fingerprint.ts';
import { type Database, identifier, type Session } from './database.ts';

/** A schema of ours, whole. */
export interface Schema {
	/** Quoted, as SQL takes it. */
	readonly name: string;
	/** How long its build took; undefined where it was there before and does not say. */
	readonly buildSeconds: number | undefined;
	readonly bytes: number;
}

/** The comment of a schema. No text of documents. */
export interface SchemaNote {
	readonly tool: 'recall-bench';
	readonly kind: string;
	readonly documents: number;
	readonly settings: JsonObject;
	readonly build_seconds: number;
	readonly built: string;
}

interface Plan {
	readonly kind: 'fts' | 'dense' | 'graph' | 'bm25';
	/** Everything that what is built depends on, besides the documents. */
	readonly settings: JsonObject;
	readonly documents: number;
	/** Of everything that is loaded. */
	readonly fingerprint: string;
	/** Makes tables and indexes. `schema` is quoted. */
	build(session: Session, schema: string): Promise<void>;
}

/** Part of every name, so that a change in what is built can never meet tables of another layout. */
const LAYOUT = 1;

/**
 * A schema of its own per corpus and settings: used where it is there, else built in one transaction, so that it is
 * whole or not there at all. Two processes that want the same one build it once.
 */
export async function ensureSchema(database: Database, plan: Plan): Promise<Schema> {
	const identity = JSON.stringify([LAYOUT, plan.kind, plan.settings, plan.fingerprint]);
	const bare = `bench_${plan.kind}_${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`;
	const name = identifier(bare);
	let note = await readNote(database, bare);
	if (note === undefined) {
		await database.transaction(async (session) => {
			await session.query('SELECT pg_advisory_xact_lock(hashtext($1::text))::text', [bare]);
			if ((await readNote(session, bare)) !== undefined) return;
			const started = performance.now();
			await session.query(`CREATE SCHEMA ${name}`);
			await plan.build(session, name);
			const written: SchemaNote = {
				tool: 'recall-bench',
				kind: plan.kind,
				documents: plan.documents,
				settings: plan.settings,
				build_seconds: Math.round(performance.now() - started) / 1000,
				built: new Date().toISOString(),
			};
			await session.query(`COMMENT ON SCHEMA ${name} IS '${JSON.stringify(written).replaceAll("'", "''")}'`);
		});
		note = await readNote(database, bare);
	}
	return { name, buildSeconds: note?.build_seconds, bytes: await schemaBytes(database, bare) };
}

async function readNote(session: Session, bare: string): Promise<SchemaNote | undefined> {
	const [row] = await session.query<{ note: string | null }>(
		`SELECT obj_description(oid, 'pg_namespace') AS note FROM pg_namespace WHERE nspname = $1::text`,
		[bare],
	);
	return row === undefined ? undefined : parseNote(row.note);
}

/** The note of a schema; undefined where it is not one of ours. */
export function parseNote(text: string | null): SchemaNote | undefined {
	if (text === null || !text.startsWith('{"tool":"recall-bench"')) return undefined;
	return JSON.parse(text) as SchemaNote;
}

/** Tables, indexes and what is stored beside them. */
async function schemaBytes(database: Database, bare: string): Promise<number> {
	const [row] = await database.query<{ bytes: number }>(
		`SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes FROM pg_class c
		 JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1::text AND c.relkind = 'r'`,
		[bare],
	);
	return row?.bytes ?? 0;
}

/** sha-256 (hex) of what is loaded of a corpus. */
export function fingerprintOf(corpus: readonly Doc[], more: Json = null): string {
	const hash = createHash('sha256');
	for (const doc of corpus) hash.update(fieldsLine(doc));
	return hash.update(JSON.stringify(more)).digest('hex');
}
