import { testRetriever } from '../conformance.ts';
import { letterEmbedder } from '../embedders/testing/letter-embedder.ts';
import { createPostgresDense } from './dense.ts';
import { postgresFts } from './fts.ts';
import { postgresGraph } from './graph.ts';
import { createPostgresHybrid } from './hybrid.ts';
import { DATABASES, inSharedCache } from './testing/databases.ts';

const dense = inSharedCache(createPostgresDense(async () => letterEmbedder()));

const hybrid = inSharedCache(createPostgresHybrid(async () => letterEmbedder()));
const graph = inSharedCache(postgresGraph);
// Twelve documents are too few for the default pruning at 2 %.
const pruning = { max_share: 0.5 };
const seeds = new Map([
	[
		'fts',
		[
			{ docId: '2', score: 2 },
			{ docId: '9', score: 1 },
		],
	],
]);

for (const url of DATABASES) {
	testRetriever(inSharedCache(postgresFts), { options: { url } });
	testRetriever(dense, { options: { url } });
	testRetriever(hybrid, { options: { url } });
	testRetriever(graph, { options: { url, ...pruning } });
	testRetriever(graph, { options: { url, ...pruning, role: 'generator' }, seeds });
	testRetriever(dense, { options: { url, index: 'hnsw' } });
	testRetriever(inSharedCache(postgresFts), {
		options: { url, sort: 'importance', rank: 'ts_rank_cd', parser: 'websearch' },
	});
}
