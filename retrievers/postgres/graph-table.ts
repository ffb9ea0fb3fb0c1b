import type { IndexContext, JsonObject } from '../../harness/contract.ts';
import { readTriples, triplesHash } from '../graph/triples.ts';
import type { IndexedDoc } from './admitted.ts';
import { type Database, storable } from './database.ts';
import type { PgGraphOptions } from './graph-options.ts';
import { type GraphRows, keywordRows, tripleRows } from './graph-rows.ts';
import { loadRows } from './load.ts';
import { ensureSchema, fingerprintOf, type Schema } from './schema.ts';

export interface GraphTables {
	readonly schema: Schema;
	readonly facts: JsonObject;
	/** Corpus indices of the documents that hold a concept at any time. */
	readonly withConcepts: ReadonlySet<number>;
}

/** Concepts, edges between them and what documents mention, in tables. `documents` is the size of the whole corpus. */
export async function graphTables(
	database: Database,
	docs: readonly IndexedDoc[],
	documents: number,
	options: PgGraphOptions,
	context: IndexContext,
): Promise<GraphTables> {
	const { source, min_docs: minDocs, max_share: maxShare } = options;
	const triples = source === 'triples';
	const rows = triples
		? tripleRows(docs, documents, await readTriples(context.datasetDirectory))
		: keywordRows(docs, documents, { minDocs, maxShare });
	const made: JsonObject = triples
		? { source, triples_sha256: triplesHash(context.datasetDirectory) }
		: { source, min_docs: minDocs, max_share: maxShare };
	const schema = await ensureSchema(database, {
		kind: 'graph',
		settings: made,
		documents: docs.length,
		fingerprint: fingerprintOf(
			docs.map(({ doc }) => doc),
			[documents, docs.map(({ docIndex }) => docIndex)],
		),
		build: async (session, name) => {
			await session.query(
				`CREATE TABLE ${name}.concepts (concept int PRIMARY KEY, name text NOT NULL, idf float8 NOT NULL)`,
			);
			await session.query(`CREATE TABLE ${name}.memory_concepts (doc_index int NOT NULL, concept int NOT NULL,
				valid_from timestamptz, valid_to timestamptz)`);
			await session.query(`CREATE TABLE ${name}.concept_edges (source int NOT NULL, target int NOT NULL,
				relation text NOT NULL, weight float8 NOT NULL, valid_from timestamptz, valid_to timestamptz, evidence int[] NOT NULL)`);
			await session.query(`CREATE TABLE ${name}.documents (doc_index int PRIMARY KEY, norm float8 NOT NULL)`);
			const load = (table: string, columns: string, given: readonly object[]) =>
				loadRows(session, `${name}.${table}`, columns, given, { total: given.length, progress: context.progress });
			await load('concepts', 'concept int, name text, idf float8', storableNames(rows));
			await load(
				'memory_concepts',
				'doc_index int, concept int, valid_from timestamptz, valid_to timestamptz',
				rows.memoryConcepts,
			);
			await load(
				'concept_edges',
				'source int, target int, relation text, weight float8, valid_from timestamptz, valid_to timestamptz, evidence int[]',
				rows.conceptEdges.map((edge) => ({ ...edge, relation: storable(edge.relation) })),
			);
			await load('documents', 'doc_index int, norm float8', rows.norms);
			for (const [table, column] of INDEXED) await session.query(`CREATE INDEX ON ${name}.${table} (${column})`);
			for (const table of ['concepts', 'memory_concepts', 'concept_edges', 'documents'])
				await session.query(`ANALYZE ${name}.${table}`);
		},
	});
	return {
		schema,
		facts: {
			...made,
			documents: docs.length,
			concepts: rows.concepts.length,
			memory_concepts: rows.memoryConcepts.length,
			concept_edges: rows.conceptEdges.length,
		},
		withConcepts: new Set(rows.memoryConcepts.map(({ doc_index }) => doc_index)),
	};
}

const INDEXED = [
	['concepts', 'name'],
	['memory_concepts', 'doc_index'],
	['memory_concepts', 'concept'],
	['concept_edges', 'source'],
	['concept_edges', 'target'],
] as const;

function storableNames({ concepts }: GraphRows): readonly object[] {
	return concepts.map((concept) => ({ ...concept, name: storable(concept.name) }));
}
