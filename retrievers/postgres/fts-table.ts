import type { Doc, IndexContext, JsonObject } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import type { IndexedDoc } from './admitted.ts';
import { type Database, storable } from './database.ts';
import { loadRows } from './load.ts';
import { ensureSchema, fingerprintOf, type Schema } from './schema.ts';

const COLUMNS =
	'doc_index int, id text, content text, expanded_keywords text, tags text, category text, importance float8, created_at timestamptz';

/** The documents with their generated search vector and its GIN index, as a memory store keeps them. */
export async function ftsTable(
	database: Database,
	docs: readonly IndexedDoc[],
	config: string,
	context: IndexContext,
): Promise<Schema> {
	await checkConfig(database, config);
	const settings: JsonObject = { config };
	const fingerprint = fingerprintOf(
		docs.map(({ doc }) => doc),
		docs.map(({ docIndex }) => docIndex),
	);
	const vector = ['content A', 'expanded_keywords B', 'tags C', 'category D']
		.map((column) => column.split(' '))
		.map(([column, weight]) => `setweight(to_tsvector('${config}'::regconfig, ${column}), '${weight}')`)
		.join(' || ');
	return ensureSchema(database, {
		kind: 'fts',
		settings,
		documents: docs.length,
		fingerprint,
		async build(session, schema) {
			await session.query(`CREATE TABLE ${schema}.doc (
				doc_index int PRIMARY KEY, id text NOT NULL, content text NOT NULL, expanded_keywords text NOT NULL,
				tags text NOT NULL, category text NOT NULL, importance float8 NOT NULL, created_at timestamptz,
				search_vector tsvector GENERATED ALWAYS AS (${vector}) STORED)`);
			await loadRows(session, `${schema}.doc`, COLUMNS, rowsOf(docs), {
				total: docs.length,
				progress: context.progress,
			});
			await session.query(`CREATE INDEX search_index ON ${schema}.doc USING gin (search_vector)`);
			await session.query(`ANALYZE ${schema}.doc`);
		},
	});
}

function* rowsOf(docs: readonly IndexedDoc[]): Generator<Readonly<Record<string, unknown>>> {
	for (const { docIndex, doc } of docs)
		yield {
			doc_index: docIndex,
			id: storable(doc.id),
			content: storable(doc.content),
			expanded_keywords: storable(doc.expandedKeywords.join(' ')),
			tags: storable(doc.tags.join(' ')),
			category: storable(doc.category ?? ''),
			importance: doc.importance,
			created_at: dateOf(doc),
		};
}

/** As Postgres reads it; it writes years before 1 differently, and no document is that old. */
export function dateOf({ createdAt }: Doc): string | null {
	return createdAt === undefined ? null : createdAt.toISOString();
}

/** @throws BenchError `usage` where the server has no such text search configuration */
export async function checkConfig(database: Database, config: string): Promise<void> {
	const known = await database.query<{ name: string }>('SELECT cfgname::text AS name FROM pg_ts_config ORDER BY 1');
	const names = known.map(({ name }) => name);
	if (!names.includes(config.split('.').at(-1) as string))
		throw new BenchError('usage', `${database.name} has no text search configuration "${config}"`, {
			hint: `It has ${names.join(', ')}.`,
		});
}
