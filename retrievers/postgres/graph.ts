import type { Doc, Ranking, RetrieverPlugin } from '../../harness/contract.ts';
import { option } from '../../harness/options.ts';
import { corpusOrder } from '../../harness/ranking.ts';
import { queryConcepts } from '../graph/query-seeds.ts';
import { fusedSeeds } from '../graph/seeds.ts';
import { TRIPLES_FILE } from '../graph/triples.ts';
import { ADDRESS_OPTION, checkAddress, serverOf } from './address.ts';
import { admitted } from './admitted.ts';
import { connect } from './connect.ts';
import { createBindings } from './database.ts';
import { PG_GRAPH_OPTIONS, readValidAt } from './graph-options.ts';
import { givenSeeds, graphSql, namedSeedsSql } from './graph-sql.ts';
import { graphTables } from './graph-table.ts';
import { type RankedRow, rankingOf } from './rows.ts';
import { checkVersions } from './versions.ts';

const options = {
	...ADDRESS_OPTION,
	seeds: option.list(['fts', 'dense'], { help: 'the legs whose documents it starts from' }),
	...PG_GRAPH_OPTIONS,
};
const NAME = 'postgres:graph';

/**
 * A graph of concepts in tables, walked by a recursive query: what `graph` (source=keywords) and `graph:typed`
 * (source=triples, seeding=base walk=khop synonyms=none relations=count) do in process, by the same rule of support.
 */
export const postgresGraph: RetrieverPlugin<typeof options> = {
	name: NAME,
	summary: 'concepts and their edges in tables, walked by a recursive query from what other legs found',
	options,
	stage: 'graph',
	keepsSensitiveLocal: true,
	reads: [TRIPLES_FILE],
	seededBy: ({ seeds }) => seeds,
	surroundings: ({ url }) => serverOf(url),
	validate(values) {
		checkAddress(NAME, values.url);
		readValidAt(NAME, values.valid_at);
	},
	async index(corpus, values, context) {
		const { database, release } = await connect(values.url, context.cacheDirectory);
		try {
			const versions = await checkVersions(database, []);
			const docs = admitted(NAME, corpus, database, context);
			const { schema, facts, withConcepts } = await graphTables(database, docs, corpus.length, values, context);
			const order = corpusOrder(corpus);
			const known = new Map([...order].filter(([, docIndex]) => withConcepts.has(docIndex)));
			return {
				async retrieve(query, depth, retrieveContext): Promise<Ranking> {
					if (depth === 0) return [];
					const bindings = createBindings();
					const { seeds: legs } = retrieveContext;
					// More than are walked from: those without an edge at the time are passed over.
					const given = legs.size > 0 ? fusedSeeds(legs, order, corpus.length) : undefined;
					const seeds =
						given === undefined
							? namedSeedsSql(schema.name, bindings, queryConcepts(query.text))
							: givenSeeds(bindings, given);
					const walk = graphSql(schema.name, values, bindings, depth);
					const rows = await database.query<RankedRow & { readonly started: boolean }>(
						`WITH RECURSIVE ${seeds}, ${walk}
						 SELECT doc_index, score, false AS started FROM graph_leg
						 UNION ALL SELECT doc_index, weight, true FROM graph_starts
						 ORDER BY started, score DESC, doc_index`,
						bindings.parameters,
					);
					const started = rows.filter((row) => row.started);
					retrieveContext.startedFrom(started.map(({ doc_index }) => (corpus[doc_index] as Doc).id));
					return rankingOf(
						rows.filter((row) => !row.started),
						corpus,
					);
				},
				indexSizeBytes: () => schema.bytes,
				covers: (docId) => known.has(docId),
				facts: () => ({ ...versions, ...facts }),
				close: release,
			};
		} catch (error) {
			release();
			throw error;
		}
	},
};
