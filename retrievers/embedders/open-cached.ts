import type { IndexContext } from '../../harness/contract.ts';
import { type CachedEmbedder, cachedEmbedder } from './cached.ts';
import type { TextEmbedder } from './embedding.ts';
import { vectorCache } from './vector-cache.ts';
import { openVectorPack } from './vector-pack.ts';

/** For which models it was said what the queries of a run need: stores and legs of one run say it once. */
const announced = new WeakMap<readonly string[], Set<string>>();

/** An embedder behind the vector cache, and the vectors that the dataset ships. */
export function openCached(embedder: TextEmbedder, context: IndexContext): CachedEmbedder {
	const cached = cachedEmbedder(
		embedder,
		vectorCache(context.cacheDirectory, context.note),
		openVectorPack(context.datasetDirectory, embedder.madeFrom?.embedder ?? embedder, context.note),
	);
	const { questions } = context;
	if (questions === undefined) return cached;
	const said = announced.get(questions) ?? new Set();
	announced.set(questions, said);
	const first = !said.has(embedder.id);
	said.add(embedder.id);
	try {
		cached.announceQueries(first ? questions : [], context.queryCache, context);
	} catch (error) {
		cached.close();
		throw error;
	}
	return cached;
}
