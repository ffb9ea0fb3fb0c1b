import { testRetriever } from '../conformance.ts';
import { letterEmbedder } from '../embedders/testing/letter-embedder.ts';
import { createPostgresDense } from './dense.ts';
import { postgresFts } from './fts.ts';
import { DATABASES, inSharedCache } from './testing/places.ts';

const dense = inSharedCache(createPostgresDense(async () => letterEmbedder()));

for (const url of DATABASES) {
	testRetriever(inSharedCache(postgresFts), { options: { url } });
	testRetriever(dense, { options: { url } });
	testRetriever(dense, { options: { url, index: 'hnsw' } });
	testRetriever(inSharedCache(postgresFts), {
		options: { url, sort: 'importance', rank: 'ts_rank_cd', parser: 'websearch' },
	});
}
