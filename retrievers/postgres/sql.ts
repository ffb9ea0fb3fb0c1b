import type { DocId, Ranking, RetrieverPlugin } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';
import { corpusOrder } from '../../harness/ranking.ts';
import { queryVector } from '../dense/dense.ts';
import { checkEmbedder } from '../embedders/index.ts';
import { DEFAULT_EMBEDDER } from '../embedders/model-catalogue.ts';
import { openCached } from '../embedders/open-cached.ts';
import { ADDRESS_OPTION, addressOf, checkAddress, EMBEDDED } from './address.ts';
import { connect } from './connect.ts';
import { storable } from './database.ts';
import { vectorText } from './dense-table.ts';
import { parametersOf, readSqlFile } from './sql-file.ts';
import { type OpenEmbedder, openNamedEmbedder } from './vectors.ts';
import { checkVersions } from './versions.ts';

const PREFIX = 'sql:';

const options = {
	...ADDRESS_OPTION,
	embedder: option.text(DEFAULT_EMBEDDER, 'where $vector comes from: <provider>:<model>'),
	timeout_ms: option.integer(10_000, { min: 1, help: 'a query that runs longer is cancelled, and the run ends' }),
};

/** Whether a name is that of a query in a file: `sql:mine.sql`. */
export function isSqlSpec(name: string): boolean {
	return name.startsWith(PREFIX);
}

/**
 * A person's own query over their own tables, as a retriever: `sql:<file.sql>`. It may read `$query` (text), `$vector`
 * (of pgvector) and `$k` (the depth), and gives columns id and score. It runs in a read-only transaction with a
 * statement timeout. Rows whose id is not of the corpus are passed over and counted.
 */
export function sqlRetriever(name: string, open: OpenEmbedder = openNamedEmbedder): RetrieverPlugin<typeof options> {
	const file = readSqlFile(name.slice(PREFIX.length));
	return {
		name,
		summary: 'your own query over your own tables, read-only',
		options,
		stage: 'sql',
		codeHash: file.sha256,
		unhashedCode: 'its tables may have changed',
		validate({ url, embedder }) {
			checkAddress(name, url);
			if (file.reads.includes('vector')) checkEmbedder(embedder);
			if (addressOf(url) === undefined && url !== EMBEDDED)
				throw new BenchError('usage', `${name}: no server is named, and your tables are on one`, {
					hint: '--set url=postgres://user@host/database, or BENCH_POSTGRES_URL.',
				});
		},
		async index(corpus, values, context) {
			const order = corpusOrder(corpus);
			const needsVector = file.reads.includes('vector');
			const { database, release } = await connect(values.url, context.cacheDirectory);
			try {
				const versions = await checkVersions(database, []);
				const cached = needsVector ? openCached(await open(values.embedder, context), context) : undefined;
				if (!context.queryCache) await cached?.embedder.load();
				const unknown = new Set<string>();
				return {
					async retrieve(query, depth, retrieveContext): Promise<Ranking> {
						if (depth === 0 || (needsVector && query.text.trim() === '')) return [];
						const vector =
							cached === undefined
								? null
								: vectorText(await queryVector(cached, query, context.queryCache, retrieveContext));
						const rows = await database.transaction(
							async (session) => {
								await session.query(`SELECT set_config('statement_timeout', '${values.timeout_ms}', true)`);
								return session.query<Readonly<Record<string, unknown>>>(
									file.text,
									parametersOf(file, { query: storable(query.text), vector, k: depth }),
								);
							},
							{ readOnly: true },
						);
						const best = new Map<DocId, number>();
						for (const row of rows) {
							const { id, score } = readRow(file.path, row);
							if (!order.has(id)) unknown.add(id);
							else best.set(id, Math.max(score, best.get(id) ?? Number.NEGATIVE_INFINITY));
						}
						return [...best]
							.map(([docId, score]) => ({ docId, score }))
							.sort((x, y) => y.score - x.score || (order.get(x.docId) as number) - (order.get(y.docId) as number))
							.slice(0, depth);
					},
					facts: () => ({
						...versions,
						sql_sha256: file.sha256,
						ids_not_in_corpus: unknown.size,
						...(cached === undefined ? {} : { embedder: cached.embedder.id }),
					}),
					close() {
						if (unknown.size > 0) context.note(`${name}: ${unknown.size} ids it returned are not of the corpus`);
						unknown.clear();
						cached?.close();
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

function readRow(path: string, row: Readonly<Record<string, unknown>>): { readonly id: DocId; readonly score: number } {
	const { id, score } = row;
	if (id === undefined || id === null || score === undefined)
		throw new BenchError('usage', `${path} gives no column ${id === undefined || id === null ? 'id' : 'score'}`, {
			hint: `It gives ${Object.keys(row).join(', ')}: write SELECT <key> AS id, <relevance> AS score ...`,
		});
	const number = score === null ? Number.NaN : Number(score);
	if (!Number.isFinite(number))
		throw new BenchError('data', `${path} gave a score that is no finite number`, {
			hint: 'A NULL or NaN score often comes from a NULL vector: add WHERE embedding IS NOT NULL.',
		});
	return { id: String(id), score: number };
}
