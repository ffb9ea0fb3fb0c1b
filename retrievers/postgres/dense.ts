import type { Ranking, RetrieverPlugin } from '../../harness/contract.ts';
import { embedderFiles } from '../embedders/index.ts';
import { ADDRESS_OPTION, checkAddress, serverOf } from './address.ts';
import { admitted } from './admitted.ts';
import { connect } from './connect.ts';
import { createBindings, type Session } from './database.ts';
import { checkDenseOptions, PG_DENSE_OPTIONS } from './dense-options.ts';
import { denseSql, setForTransaction } from './dense-sql.ts';
import { indexSettings } from './dense-table.ts';
import { type RankedRow, rankingOf } from './rows.ts';
import { type OpenEmbedder, openNamedEmbedder, storeVectors } from './vectors.ts';
import { checkVersions } from './versions.ts';
import { watchSearch } from './watch-search.ts';

const options = { ...ADDRESS_OPTION, ...PG_DENSE_OPTIONS };
const NAME = 'postgres:dense';

/**
 * Nearest neighbours in pgvector by cosine, exact (`index=none`) or over an HNSW or IVFFlat index, with filters pushed
 * into SQL. An approximate system says of itself how much of exact search on the same stored vectors it found, and for
 * how many queries the planner used the index at all. Documents that are empty or sensitive have a NULL vector and are
 * never returned.
 */
export const postgresDense = createPostgresDense(openNamedEmbedder);

/** @param open where vectors come from */
export function createPostgresDense(open: OpenEmbedder): RetrieverPlugin<typeof options> {
	return {
		name: NAME,
		summary: 'pgvector: exact cosine, HNSW or IVFFlat, with its overlap with exact search',
		options,
		stage: 'dense',
		// Nothing sensitive is embedded or sent: such rows have a NULL vector in this process, and no row on a server.
		keepsSensitiveLocal: true,
		readsFor: ({ embedder }) => embedderFiles(embedder),
		surroundings: ({ url }) => serverOf(url),
		validate(values) {
			checkAddress(NAME, values.url);
			checkDenseOptions(NAME, values);
		},
		async index(corpus, values, context) {
			const { database, release } = await connect(values.url, context.cacheDirectory);
			try {
				const versions = await checkVersions(database, ['vector']);
				const docs = admitted(NAME, corpus, database, context);
				const vectors = await storeVectors(database, versions.vector as string, docs, values, context, open);
				const watch = watchSearch(NAME, values, vectors, context);
				const facts = { ...versions, ...vectors.facts, ...indexSettings(values) };
				const close = (): void => {
					vectors.close();
					release();
				};
				return {
					async retrieve(query, depth, retrieveContext): Promise<Ranking> {
						if (depth === 0 || vectors.searched.length === 0 || query.text.trim() === '') return [];
						const vector = await vectors.ofQuery(query, retrieveContext);
						const bindings = createBindings();
						const search = denseSql(vectors.schema.name, values, vectors.type, bindings, vector, depth);
						const statement = `WITH ${search} SELECT doc_index, score FROM dense_leg ORDER BY score DESC, doc_index`;
						const ask = (session: Session) => session.query<RankedRow>(statement, bindings.parameters);
						if (watch === undefined) return rankingOf(await ask(database), corpus);
						return database.transaction(
							async (session) => {
								await setForTransaction(session, values);
								const byIndex = await retrieveContext.time('explain', () =>
									watch.plan(session, statement, bindings, depth),
								);
								const rows = await ask(session);
								watch.record(query.id, { vector, docs: rows.map((row) => row.doc_index), depth, byIndex });
								return rankingOf(rows, corpus);
							},
							{ readOnly: true },
						);
					},
					indexSizeBytes: () => vectors.schema.bytes,
					facts: () => (watch === undefined ? facts : { ...facts, approximate: watch.facts() }),
					close,
				};
			} catch (error) {
				release();
				throw error;
			}
		},
	};
}
