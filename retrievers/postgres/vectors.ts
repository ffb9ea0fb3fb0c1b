import type { Doc, IndexContext, JsonObject, Query, RetrieveContext } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { queryVector } from '../dense/dense.ts';
import { documentText, embeddable } from '../dense/document-text.ts';
import { matrixOf } from '../dense/vector-search.ts';
import type { TextEmbedder } from '../embedders/embedding.ts';
import { openEmbedder } from '../embedders/index.ts';
import { openCached } from '../embedders/open-cached.ts';
import { normalised } from '../embedders/pooling.ts';
import type { IndexedDoc } from './admitted.ts';
import { createBindings, type Database } from './database.ts';
import type { PgDenseOptions } from './dense-options.ts';
import { denseTable, type VectorType } from './dense-table.ts';
import { toHalf } from './half.ts';
import type { Schema } from './schema.ts';
import { isOlder } from './versions.ts';
import { readWhere } from './where.ts';

/** How an embedder is opened; tests put one of their own here. */
export type OpenEmbedder = (spec: string, context: IndexContext) => Promise<TextEmbedder>;
export const openNamedEmbedder: OpenEmbedder = openEmbedder;

/** The vectors of a corpus in the database, and those of queries. */
export interface StoredVectors {
	readonly schema: Schema;
	readonly type: VectorType;
	readonly dimensions: number;
	/** Documents with a vector that pass the filter, by corpus index, ascending: what a search may return. */
	readonly searched: readonly number[];
	/** A vector as the database sees it: rounded to the type of the column, length 1, so that products are cosines. */
	asStored(vector: Float32Array): Float32Array;
	/** The vectors that are searched, as stored, one per row. */
	matrix(): Float32Array;
	readonly facts: JsonObject;
	ofQuery(query: Query, context: RetrieveContext): Promise<Float32Array>;
	close(): void;
}

/** Embeds what may be embedded, and puts it into a table with its index. */
export async function storeVectors(
	database: Database,
	pgvector: string,
	docs: readonly IndexedDoc[],
	options: PgDenseOptions,
	context: IndexContext,
	open: OpenEmbedder,
): Promise<StoredVectors> {
	if (options.iterative_scan !== 'off' && isOlder(pgvector, [0, 8]))
		throw new BenchError('environment', `iterative_scan needs pgvector 0.8, and the server has ${pgvector}`, {
			hint: 'ALTER EXTENSION vector UPDATE, or iterative_scan=off.',
		});
	const cached = openCached(await open(options.embedder, context), context);
	try {
		const { embedder } = cached;
		const { dimensions } = embedder;
		const textOf = documentText(options.fields);
		const withText = new Set<Doc>(
			embeddable(
				docs.map(({ doc }) => doc),
				textOf,
			),
		);
		const embedded = docs.filter(({ doc }) => withText.has(doc));
		const counted = await cached.embedDocuments(
			embedded.map(({ doc }) => doc),
			(i) => textOf((embedded[i] as IndexedDoc).doc),
			context,
		);
		const vectorOf = new Map(embedded.map(({ docIndex }, i) => [docIndex, counted[i]?.vector as Float32Array]));
		const type = options.type === 'auto' ? (database.kind === 'server' ? 'halfvec' : 'vector') : options.type;
		const rows = docs.map((indexed) => ({ ...indexed, vector: vectorOf.get(indexed.docIndex) }));
		const schema = await denseTable(database, rows, options, { embedder: embedder.id, dimensions, type }, context);
		const searched = await searchedRows(database, schema, options);
		if (!context.queryCache) await embedder.load();
		const { maxTokens } = embedder;
		const truncated =
			maxTokens === undefined || counted.some(({ tokens }) => tokens < 0)
				? null
				: counted.filter(({ tokens }) => tokens > maxTokens).length;
		return {
			schema,
			type,
			dimensions,
			searched,
			asStored: (vector) => asStored(vector, type),
			matrix: () =>
				matrixOf(
					searched.map((docIndex) => ({ vector: asStored(vectorOf.get(docIndex) as Float32Array, type) })),
					dimensions,
				),
			facts: {
				embedder: embedder.id,
				weights_sha256: embedder.weightsHash ?? null,
				dimensions,
				type,
				documents: docs.length,
				null_vectors: docs.length - embedded.length,
				truncated_documents: truncated,
				...(options.where.length === 0 ? {} : { documents_in_filter: searched.length }),
			},
			ofQuery: (query, retrieveContext) => queryVector(cached, query, context.queryCache, retrieveContext),
			close: () => cached.close(),
		};
	} catch (error) {
		cached.close();
		throw error;
	}
}

async function searchedRows(database: Database, schema: Schema, options: PgDenseOptions): Promise<readonly number[]> {
	const bindings = createBindings();
	const rows = await database.query<{ doc_index: number }>(
		`SELECT doc_index FROM ${schema.name}.doc WHERE embedding IS NOT NULL${readWhere('', options.where)(bindings)}
		 ORDER BY doc_index`,
		bindings.parameters,
	);
	return rows.map(({ doc_index }) => doc_index);
}

function asStored(vector: Float32Array, type: VectorType): Float32Array {
	return type === 'vector' ? vector : normalised(Array.from(vector, toHalf));
}
