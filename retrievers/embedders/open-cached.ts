import type { IndexContext } from '../../harness/contract.ts';
import { type CachedEmbedder, cachedEmbedder } from './cached.ts';
import type { TextEmbedder } from './embedding.ts';
import { vectorCache } from './vector-cache.ts';
import { openVectorPack } from './vector-pack.ts';

/** An embedder behind the vector cache, and the vectors that the dataset ships. */
export function openCached(embedder: TextEmbedder, context: IndexContext): CachedEmbedder {
	return cachedEmbedder(
		embedder,
		vectorCache(context.cacheDirectory, context.note),
		openVectorPack(context.datasetDirectory, embedder, context.note),
	);
}
