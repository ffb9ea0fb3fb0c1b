/**
 * `postgres:hybrid` with exact search against the fusion of its legs in process, on whole datasets: every ranking has to
 * be the same, documents, order and scores. A line each; exit code 1 where one is not.
 *
 *     npx tsx scripts/check/postgres-hybrid.ts <dataset folder>... [--url embedded|postgres://...] [--embedder spec]
 *
 * Without `--embedder`, vectors are made of letters, for what is held together here is arithmetic and no quality.
 */
import { parseArgs } from 'node:util';
import type { Dataset, Ranking, RetrieverPlugin } from '../../harness/contract.ts';
import { loadDataset } from '../../harness/datasets/load.ts';
import type { Settings } from '../../harness/options.ts';
import { indexPlugin } from '../../harness/run/index-plugin.ts';
import { letterEmbedder } from '../../retrievers/embedders/testing/letter-embedder.ts';
import { createHybrid } from '../../retrievers/hybrid/hybrid.ts';
import { createPostgresDense } from '../../retrievers/postgres/dense.ts';
import { postgresFts } from '../../retrievers/postgres/fts.ts';
import { postgresGraph } from '../../retrievers/postgres/graph.ts';
import { createPostgresHybrid } from '../../retrievers/postgres/hybrid.ts';
import { openNamedEmbedder } from '../../retrievers/postgres/vectors.ts';
import { systemOf } from '../../retrievers/resolve-system.ts';
import { quietQuery } from '../../retrievers/testing/context.ts';
import { silentContext } from '../silent-context.ts';

const DEPTH = 50;
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		url: { type: 'string', default: 'embedded' },
		embedder: { type: 'string' },
		'cache-dir': { type: 'string', default: 'cache' },
	},
});
const { url, embedder } = values;
const open = embedder === undefined ? async () => letterEmbedder() : openNamedEmbedder;
const legs: Readonly<Record<string, RetrieverPlugin>> = {
	'postgres:fts': postgresFts as unknown as RetrieverPlugin,
	'postgres:dense': createPostgresDense(open) as unknown as RetrieverPlugin,
	'postgres:graph': postgresGraph as unknown as RetrieverPlugin,
};
const inProcess = createHybrid(async (name) => legs[name] as RetrieverPlugin) as unknown as RetrieverPlugin;
const inSql = createPostgresHybrid(open) as unknown as RetrieverPlugin;

async function rankings(dataset: Dataset, plugin: RetrieverPlugin, settings: Settings): Promise<readonly Ranking[]> {
	const { options } = await systemOf(plugin, settings, embedder === undefined ? {} : { embedder });
	const context = silentContext(dataset, { cacheDirectory: values['cache-dir'] });
	const retriever = await indexPlugin(plugin, dataset.corpus, options, context);
	try {
		const all: Ranking[] = [];
		for (const query of dataset.queries) all.push(await retriever.retrieve(query, DEPTH, quietQuery()));
		return all;
	} finally {
		retriever.close?.();
	}
}

const PAIRS: readonly (readonly [string, Settings, Settings])[] = [
	[
		'fts, dense',
		{ url },
		{ legs: ['fts=postgres:fts', 'dense=postgres:dense'], 'fts.url': url, 'dense.url': url, stages: 'importance' },
	],
	[
		'fts, dense, graph',
		{ url, legs: 'fts,dense,graph' },
		{
			legs: ['fts=postgres:fts', 'dense=postgres:dense', 'graph=postgres:graph'],
			...{ 'fts.url': url, 'dense.url': url, 'graph.url': url, stages: 'importance' },
		},
	],
];

let wrong = 0;
for (const folder of positionals) {
	const dataset = await loadDataset(folder);
	for (const [name, sql, here] of PAIRS) {
		const one = await rankings(dataset, inSql, sql);
		const other = await rankings(dataset, inProcess, here);
		const same = one.filter((ranking, i) => JSON.stringify(ranking) === JSON.stringify(other[i])).length;
		const full = one.filter(({ length }) => length === DEPTH).length;
		if (same < one.length) wrong++;
		console.log(
			`${dataset.name}, ${name}: ${same} of ${one.length} rankings are the same (${full} of ${DEPTH} documents)`,
		);
	}
}
process.exit(wrong === 0 ? 0 : 1);
