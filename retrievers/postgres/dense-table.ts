import type { IndexContext, JsonObject } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import type { IndexedDoc } from './admitted.ts';
import { type Database, storable } from './database.ts';
import type { PgDenseOptions } from './dense-options.ts';
import { dateOf } from './fts-table.ts';
import { loadRows } from './load.ts';
import { ensureSchema, fingerprintOf, type Schema } from './schema.ts';

export interface DenseRow extends IndexedDoc {
	/** Absent for documents without text and for sensitive ones. */
	readonly vector: Float32Array | undefined;
}

export type VectorType = 'vector' | 'halfvec';

/** Numbers of a vector that pgvector can index. */
const MOST_DIMENSIONS: Readonly<Record<VectorType, number>> = { vector: 2000, halfvec: 4000 };
/** The memory that building an index may use: HNSW is several times slower once its graph does not fit. */
const BUILD_MEMORY = '512MB';

const COLUMNS = 'doc_index int, category text, tags text[], importance float8, created_at timestamptz, embedding text';

/** Vectors and what filters look at; the text of documents is not here. */
export async function denseTable(
	database: Database,
	rows: readonly DenseRow[],
	options: PgDenseOptions,
	vectors: { readonly embedder: string; readonly dimensions: number; readonly type: VectorType },
	context: IndexContext,
): Promise<Schema> {
	const { dimensions, type, embedder } = vectors;
	if (options.index !== 'none' && dimensions > MOST_DIMENSIONS[type])
		throw new BenchError('usage', `pgvector can't index ${type}(${dimensions}): ${MOST_DIMENSIONS[type]} is the most`, {
			hint:
				type === 'vector' && dimensions <= MOST_DIMENSIONS.halfvec
					? 'Set type=halfvec, or index=none.'
					: 'Set index=none.',
		});
	const index = indexSettings(options);
	const settings: JsonObject = { embedder, fields: options.fields, type, dimensions, ...index };
	const table = (schema: string): string => `${schema}.doc`;
	return ensureSchema(database, {
		kind: 'dense',
		settings,
		documents: rows.length,
		fingerprint: fingerprintOf(
			rows.map(({ doc }) => doc),
			rows.map(({ docIndex, vector }) => [docIndex, vector !== undefined]),
		),
		async build(session, schema) {
			await session.query(`CREATE TABLE ${table(schema)} (doc_index int PRIMARY KEY, category text, tags text[] NOT NULL,
				importance float8 NOT NULL, created_at timestamptz, embedding ${type}(${dimensions}))`);
			await loadRows(session, table(schema), COLUMNS, records(rows), {
				total: rows.length,
				progress: context.progress,
				select: `doc_index, category, tags, importance, created_at, embedding::${type}(${dimensions})`,
			});
			if (options.index !== 'none') {
				context.note(`building the ${options.index} index of ${rows.length} vectors`);
				await session.query(`SELECT set_config('maintenance_work_mem', '${BUILD_MEMORY}', true)`);
				const parameters = Object.entries(index).filter(([name]) => name !== 'index');
				await session.query(`CREATE INDEX embedding_index ON ${table(schema)}
					USING ${options.index} (embedding ${type}_cosine_ops)
					WITH (${parameters.map(([name, value]) => `${name} = ${value}`).join(', ')})`);
			}
			await session.query(`ANALYZE ${table(schema)}`);
		},
	});
}

/** The options that the index is built with. */
export function indexSettings({ index, m, ef_construction, lists }: PgDenseOptions): JsonObject {
	if (index === 'hnsw') return { index, m, ef_construction };
	return index === 'ivfflat' ? { index, lists } : { index };
}

function* records(rows: readonly DenseRow[]): Generator<Readonly<Record<string, unknown>>> {
	for (const { docIndex, doc, vector } of rows)
		yield {
			doc_index: docIndex,
			category: doc.category === undefined ? null : storable(doc.category),
			tags: doc.tags.map(storable),
			importance: doc.importance,
			created_at: dateOf(doc),
			embedding: vector === undefined ? null : vectorText(vector),
		};
}

/** Nine digits give every float32 back to the bit. */
export function vectorText(vector: Float32Array): string {
	return `[${Array.from(vector, (value) => Number(value.toPrecision(9))).join(',')}]`;
}
