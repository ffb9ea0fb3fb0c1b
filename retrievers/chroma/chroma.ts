import type { Doc, IndexContext, Retriever, RetrieverPlugin } from '../../harness/contract.ts';
import { checkChunk, embedUnits } from '../dense/embed-units.ts';
import type { CachedEmbedder } from '../embedders/cached.ts';
import type { TextEmbedder } from '../embedders/embedding.ts';
import { checkEmbedder, embedderFiles, openEmbedder } from '../embedders/index.ts';
import { openCached } from '../embedders/open-cached.ts';
import { openAddress } from './address.ts';
import { openChroma } from './api.ts';
import { fillCollection } from './collection.ts';
import { withFallback } from './fallback.ts';
import { CHROMA_OPTIONS, type ChromaOptions, checkAddress } from './options.ts';
import { searchCollection } from './search.ts';

/** How an embedder is opened; tests put one of their own here. */
export type OpenEmbedder = (spec: string, context: IndexContext) => Promise<TextEmbedder>;

/**
 * Nearest neighbours by cosine in Chroma's HNSW index, of vectors from our embedders. It says of itself how much of
 * exact search over the same vectors it found. Only vectors and their numbers reach the server: no id and no text.
 */
export const chroma = createChroma(openEmbedder);

/** @param open where vectors come from */
export function createChroma(open: OpenEmbedder): RetrieverPlugin<typeof CHROMA_OPTIONS> {
	return {
		name: 'chroma',
		summary: 'Chroma (HNSW, cosine) by its HTTP API, with its overlap with exact search; a server of our own or by url',
		options: CHROMA_OPTIONS,
		stage: 'dense',
		readsFor: ({ embedder }) => embedderFiles(embedder),
		validate(options) {
			const { name, maxTokens, countsTokens } = checkEmbedder(options.embedder);
			if (options.chunk > 0 || options.units === 'chunks') checkChunk(options.chunk, { name, maxTokens, countsTokens });
			checkAddress(options);
		},
		index: (corpus, options, context) =>
			options.fallback === 'error'
				? indexed(corpus, options, context, open)
				: withFallback(() => indexed(corpus, options, context, open), corpus, context),
	};
}

async function indexed(
	corpus: readonly Doc[],
	options: ChromaOptions,
	context: IndexContext,
	open: OpenEmbedder,
): Promise<Retriever> {
	// The server first: embedding a corpus for one that is not there would be work for nothing.
	const { address, release } = await openAddress(options);
	let cached: CachedEmbedder | undefined;
	const close = (): void => {
		cached?.close();
		release();
	};
	try {
		const server = await openChroma(address, options.tenant, options.database);
		cached = openCached(await open(options.embedder, context), context);
		const units = await embedUnits('chroma', corpus, { ...options, pool: 'max' }, context, cached);
		if (!context.queryCache) await cached.embedder.load();
		const { ef_construction, ef_search, max_neighbors } = options;
		const content = {
			vectors: units.vectors.map(({ vector }) => vector),
			dimensions: cached.embedder.dimensions,
			hnsw: { space: 'cosine', ef_construction, ef_search, max_neighbors },
			batch: options.batch,
		};
		const filled = await fillCollection(server, content, context.progress);
		if (filled.reused) context.note(`chroma: the collection is there and whole: nothing was sent`);
		const search = searchCollection(server, filled.collection, units, cached, context);
		return {
			retrieve: search.retrieve,
			// The size of the vectors; the server does not tell the size of its index.
			indexSizeBytes: () => units.vectors.length * content.dimensions * Float32Array.BYTES_PER_ELEMENT,
			facts: () => ({ ...units.facts, chroma_version: server.version, ...content.hnsw, approximate: search.overlap() }),
			close,
		};
	} catch (error) {
		close();
		throw error;
	}
}
