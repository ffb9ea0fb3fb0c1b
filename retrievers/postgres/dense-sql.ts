import type { Bindings, Session } from './database.ts';
import type { PgDenseOptions } from './dense-options.ts';
import { type VectorType, vectorText } from './dense-table.ts';
import { readWhere } from './where.ts';

/**
 * The search for nearest vectors as one common table expression, `dense_leg`, with doc_index and score (the cosine).
 *
 * NULL vectors are not on an index and would come last on a sequential scan, so they are left out in words. An index
 * gives rows by distance alone; WITH TIES brings all that tie with the last one, so that corpus order decides as ever.
 */
export function denseSql(
	schema: string,
	options: PgDenseOptions,
	type: VectorType,
	bindings: Bindings,
	vector: Float32Array,
	depth: number,
): string {
	const query = `${bindings.bind(vectorText(vector), 'text')}::${type}`;
	const limit = bindings.bind(depth, 'int');
	const rows = `SELECT doc_index, 1 - (embedding <=> ${query}) AS score FROM ${schema}.doc
		WHERE embedding IS NOT NULL${readWhere('', options.where)(bindings)}`;
	if (options.index === 'none')
		return `dense_leg AS MATERIALIZED (${rows} ORDER BY score DESC, doc_index LIMIT ${limit})`;
	return `dense_near AS MATERIALIZED (${rows} ORDER BY embedding <=> ${query} FETCH FIRST (${limit}) ROWS WITH TIES),
	dense_leg AS MATERIALIZED (SELECT doc_index, score FROM dense_near ORDER BY score DESC, doc_index LIMIT ${limit})`;
}

/** Settings of the search, for this transaction only: what a transaction pooler lets through. */
export async function setForTransaction(session: Session, options: PgDenseOptions): Promise<void> {
	const { index, ef_search, probes, iterative_scan, require_index } = options;
	const settings: [string, string | number][] = [];
	if (index === 'hnsw') settings.push(['hnsw.ef_search', ef_search]);
	if (index === 'ivfflat') settings.push(['ivfflat.probes', probes]);
	if (index !== 'none' && iterative_scan !== 'off') settings.push([`${index}.iterative_scan`, iterative_scan]);
	if (require_index) settings.push(['enable_seqscan', 'off']);
	if (settings.length === 0) return;
	await session.query(
		`SELECT ${settings.map(([name, value]) => `set_config('${name}', '${value}', true)`).join(', ')}`,
	);
}

/** Whether the plan of a statement reads the index of vectors. */
export async function readsIndex(session: Session, statement: string, bindings: Bindings): Promise<boolean> {
	const rows = await session.query<Readonly<Record<string, unknown>>>(
		`EXPLAIN (FORMAT JSON) ${statement}`,
		bindings.parameters,
	);
	// A client may give the plan as a text, whose quotes are then escaped.
	return /"Index Name":\s*"embedding_index"/.test(JSON.stringify(rows).replaceAll('\\"', '"'));
}
