import type { JsonObject, Ranking, RetrieverPlugin } from '../../harness/contract.ts';
import { TRIPLES_FILE } from '../graph/triples.ts';
import { serverOf } from './address.ts';
import { admitted } from './admitted.ts';
import { connect } from './connect.ts';
import { createBindings, type Session } from './database.ts';
import { denseSql, setForTransaction } from './dense-sql.ts';
import { indexSettings } from './dense-table.ts';
import { ftsCuts, ftsSql } from './fts-sql.ts';
import { ftsTable } from './fts-table.ts';
import { graphSql } from './graph-sql.ts';
import { graphTables } from './graph-table.ts';
import {
	activeLegs,
	checkHybridOptions,
	densePart,
	ftsPart,
	graphPart,
	type LegName,
	PG_HYBRID_OPTIONS,
} from './hybrid-options.ts';
import { fusionSql, legSeedsSql, withRanks } from './hybrid-sql.ts';
import { type RankedRow, rankingOf } from './rows.ts';
import { type OpenEmbedder, openNamedEmbedder, storeVectors } from './vectors.ts';
import { checkVersions } from './versions.ts';
import { watchSearch } from './watch-search.ts';

const NAME = 'postgres:hybrid';
const NOTHING = 'dense_leg AS (SELECT 0 AS doc_index, 0::float8 AS score WHERE false)';

/**
 * Full text, vectors and graph fused by weighted RRF in one statement: one round trip instead of one per leg. With
 * `dense.index=none` its ranking is that of `hybrid` over postgres:fts, postgres:dense and postgres:graph, to the bit.
 */
export const postgresHybrid = createPostgresHybrid(openNamedEmbedder);

/** @param open where vectors come from */
export function createPostgresHybrid(open: OpenEmbedder): RetrieverPlugin<typeof PG_HYBRID_OPTIONS> {
	return {
		name: NAME,
		summary: 'full text, vectors and graph fused by RRF in one SQL statement, with an importance prior',
		options: PG_HYBRID_OPTIONS,
		stage: 'hybrid',
		keepsSensitiveLocal: true,
		reads: [TRIPLES_FILE],
		surroundings: ({ url }) => serverOf(url),
		validate: (values) => checkHybridOptions(NAME, values),
		cutsQuery: (query, values) => activeLegs(values).includes('fts') && ftsCuts(query),
		async index(corpus, values, context) {
			const legs = activeLegs(values);
			const dense = densePart(values);
			const { database, release } = await connect(values.url, context.cacheDirectory);
			try {
				const versions = await checkVersions(database, legs.includes('dense') ? ['vector'] : []);
				const docs = admitted(NAME, corpus, database, context);
				const text = legs.includes('fts') ? await ftsTable(database, docs, values['fts.config'], context) : undefined;
				const vectors = legs.includes('dense')
					? await storeVectors(database, versions.vector as string, docs, dense, context, open)
					: undefined;
				const graph = legs.includes('graph')
					? await graphTables(database, docs, corpus.length, graphPart(values), context)
					: undefined;
				const watch = vectors === undefined ? undefined : watchSearch(NAME, dense, vectors, context);
				const prior = values.importance
					? {
							table: `${(text ?? vectors?.schema)?.name}.doc`,
							base: values['importance.base'],
							slope: values['importance.slope'],
						}
					: undefined;

				function statementFor(query: string, vector: Float32Array | undefined, depth: number) {
					const bindings = createBindings();
					const sqlOf: Readonly<Record<LegName, () => string>> = {
						dense: () =>
							vectors === undefined || vector === undefined
								? NOTHING
								: denseSql(vectors.schema.name, dense, vectors.type, bindings, vector, values.depth),
						fts: () => ftsSql(text?.name as string, ftsPart(values), bindings, query, values.depth),
						graph: () =>
							`${legSeedsSql(legs.filter((leg) => leg !== 'graph'))},
							${graphSql(graph?.schema.name as string, graphPart(values), bindings, values.depth)}`,
					};
					const parts = legs.map((name) => ({
						name,
						sql: withRanks(name, sqlOf[name]()),
						weight: values[`weights.${name}`],
					}));
					const fused = fusionSql({ legs: parts, k: values.k, prior, depth }, bindings);
					const nearest = watch === undefined ? '' : 'UNION ALL SELECT doc_index, score, true FROM dense_leg';
					const statement = `WITH RECURSIVE ${fused}
						SELECT doc_index, score, false AS nearest FROM fused ${nearest} ORDER BY nearest, score DESC, doc_index`;
					return { statement, bindings };
				}

				const sizes = [text, vectors?.schema, graph?.schema].map((schema) => schema?.bytes ?? 0);
				const facts: JsonObject = {
					...versions,
					...(vectors === undefined ? {} : { dense: { ...vectors.facts, ...indexSettings(dense) } }),
					...(graph === undefined ? {} : { graph: graph.facts }),
				};
				return {
					async retrieve(query, depth, retrieveContext): Promise<Ranking> {
						if (depth === 0 || docs.length === 0) return [];
						const searches = vectors !== undefined && vectors.searched.length > 0 && query.text.trim() !== '';
						const vector = searches ? await vectors.ofQuery(query, retrieveContext) : undefined;
						const { statement, bindings } = statementFor(query.text, vector, depth);
						const ask = (session: Session) =>
							session.query<RankedRow & { readonly nearest: boolean }>(statement, bindings.parameters);
						if (watch === undefined || vector === undefined)
							return rankingOf(
								(await ask(database)).filter(({ nearest }) => !nearest),
								corpus,
							);
						return database.transaction(
							async (session) => {
								await setForTransaction(session, dense);
								const byIndex = await retrieveContext.time('explain', () =>
									watch.plan(session, statement, bindings, values.depth),
								);
								const rows = await ask(session);
								const near = rows.filter(({ nearest }) => nearest).map((row) => row.doc_index);
								watch.record(query.id, { vector, docs: near, depth: values.depth, byIndex });
								return rankingOf(
									rows.filter(({ nearest }) => !nearest),
									corpus,
								);
							},
							{ readOnly: true },
						);
					},
					indexSizeBytes: () => sizes.reduce((sum, bytes) => sum + bytes, 0),
					facts: () => (watch === undefined ? facts : { ...facts, approximate: watch.facts() }),
					close() {
						vectors?.close();
						release();
					},
				};
			} catch (error) {
				release();
				throw error;
			}
		},
	};
}
