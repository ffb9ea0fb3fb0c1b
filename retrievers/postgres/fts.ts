import type { Ranking, RetrieverPlugin } from '../../harness/contract.ts';
import { ADDRESS_OPTION, checkAddress, serverOf } from './address.ts';
import { admitted } from './admitted.ts';
import { connect } from './connect.ts';
import { createBindings } from './database.ts';
import { checkFtsOptions, FTS_OPTIONS } from './fts-options.ts';
import { ftsCuts, ftsSql } from './fts-sql.ts';
import { ftsTable } from './fts-table.ts';
import { type RankedRow, rankingOf } from './rows.ts';
import { checkVersions } from './versions.ts';

const options = { ...ADDRESS_OPTION, ...FTS_OPTIONS };
const NAME = 'postgres:fts';

/**
 * Postgres full-text search as a memory store runs it: a generated tsvector (A content, B expanded keywords, C tags, D
 * category) with a GIN index; rows that hold every word of the query, scored 0.7 ts_rank + 0.3 importance; where fewer
 * than depth do, rows that hold any word after them. The words of a query are never operators of a tsquery.
 */
export const postgresFts: RetrieverPlugin<typeof options> = {
	name: NAME,
	summary: 'Postgres tsvector: every word, else any; ts_rank mixed with importance',
	options,
	stage: 'lexical',
	// On a server it leaves sensitive documents out itself; in this process nothing of them is embedded or written.
	keepsSensitiveLocal: true,
	surroundings: ({ url }) => serverOf(url),
	validate(values) {
		checkAddress(NAME, values.url);
		checkFtsOptions(NAME, values);
	},
	cutsQuery: ftsCuts,
	async index(corpus, values, context) {
		const { database, release } = await connect(values.url, context.cacheDirectory);
		try {
			const versions = await checkVersions(database, []);
			const docs = admitted(NAME, corpus, database, context);
			const schema = await ftsTable(database, docs, values.config, context);
			return {
				async retrieve(query, depth): Promise<Ranking> {
					if (depth === 0) return [];
					const bindings = createBindings();
					const search = ftsSql(schema.name, values, bindings, query.text, depth);
					const rows = await database.query<RankedRow>(
						`WITH ${search} SELECT doc_index, score FROM fts_leg ORDER BY score DESC, doc_index`,
						bindings.parameters,
					);
					return rankingOf(rows, corpus);
				},
				indexSizeBytes: () => schema.bytes,
				facts: () => ({ ...versions, documents: docs.length }),
				close: release,
			};
		} catch (error) {
			release();
			throw error;
		}
	},
};
