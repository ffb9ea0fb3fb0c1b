import type { Doc, Ranking, RetrieverPlugin } from '../../harness/contract.ts';
import { option } from '../../harness/options.ts';
import { ADDRESS_OPTION, checkAddress, serverOf } from './address.ts';
import { admitted, type IndexedDoc } from './admitted.ts';
import { connect } from './connect.ts';
import { createBindings, storable } from './database.ts';
import { checkConfigName, FTS_OPTIONS } from './fts-options.ts';
import { checkConfig } from './fts-table.ts';
import { loadRows } from './load.ts';
import { type RankedRow, rankingOf } from './rows.ts';
import { ensureSchema, fingerprintOf } from './schema.ts';
import { checkVersions } from './versions.ts';

const options = {
	...ADDRESS_OPTION,
	config: FTS_OPTIONS.config,
	k1: option.number(1.2, { min: 0.1, max: 10, help: 'how soon repeating a word stops counting' }),
	b: option.number(0.75, { min: 0, max: 1, help: 'how much long documents are held back' }),
};
const NAME = 'postgres:bm25';

/**
 * BM25 inside Postgres, by the extension pg_textsearch: content, category, tags and expanded keywords of a document as
 * one text. Documents that hold none of the words are not returned.
 */
export const postgresBm25: RetrieverPlugin<typeof options> = {
	name: NAME,
	summary: 'BM25 in Postgres by the extension pg_textsearch',
	options,
	stage: 'lexical',
	keepsSensitiveLocal: true,
	surroundings: ({ url }) => serverOf(url),
	validate(values) {
		checkAddress(NAME, values.url);
		checkConfigName(NAME, values.config);
	},
	cutsQuery: ({ text }) => text.slice(LONGEST_QUERY).trim() !== '',
	async index(corpus, values, context) {
		const { database, release } = await connect(values.url, context.cacheDirectory);
		try {
			const versions = await checkVersions(database, ['pg_textsearch']);
			await checkConfig(database, values.config);
			const docs = admitted(NAME, corpus, database, context);
			const { config, k1, b } = values;
			const schema = await ensureSchema(database, {
				kind: 'bm25',
				settings: { config, k1, b },
				documents: docs.length,
				fingerprint: fingerprintOf(
					docs.map(({ doc }) => doc),
					docs.map(({ docIndex }) => docIndex),
				),
				async build(session, name) {
					await session.query(`CREATE TABLE ${name}.doc (doc_index int PRIMARY KEY, content text NOT NULL)`);
					await loadRows(session, `${name}.doc`, 'doc_index int, content text', rowsOf(docs), {
						total: docs.length,
						progress: context.progress,
					});
					await session.query(`CREATE INDEX words ON ${name}.doc USING bm25 (content)
						WITH (text_config = '${config}', k1 = ${k1}, b = ${b})`);
					await session.query(`ANALYZE ${name}.doc`);
				},
			});
			// The index is named in a text, where a schema stands without quotes.
			const index = `'${schema.name.replaceAll('"', '')}.words'`;
			return {
				async retrieve(query, depth): Promise<Ranking> {
					if (depth === 0 || docs.length === 0) return [];
					const bindings = createBindings();
					const words = `to_bm25query(${bindings.bind(storable(query.text.slice(0, LONGEST_QUERY)), 'text')}, ${index})`;
					const limit = bindings.bind(depth, 'int');
					const rows = await database.query<RankedRow>(
						`SELECT doc_index, score FROM (
							SELECT doc_index, -(content <@> ${words})::float8 AS score FROM ${schema.name}.doc
							ORDER BY content <@> ${words} FETCH FIRST (${limit}) ROWS WITH TIES) AS best
						 WHERE score > 0 ORDER BY score DESC, doc_index LIMIT ${limit}`,
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

/** Longer queries take seconds and hold no more words that matter. */
const LONGEST_QUERY = 20_000;

function* rowsOf(docs: readonly IndexedDoc[]): Generator<object> {
	for (const { docIndex, doc } of docs) yield { doc_index: docIndex, content: storable(textOf(doc)) };
}

function textOf({ content, category, tags, expandedKeywords }: Doc): string {
	return [content, category ?? '', ...tags, ...expandedKeywords].filter((part) => part !== '').join('\n');
}
