import type {
	Doc,
	IndexContext,
	OptionValues,
	Query,
	RetrieveContext,
	Retriever,
	RetrieverPlugin,
} from '../../harness/contract.ts';
import { option } from '../../harness/options.ts';
import type { CachedEmbedder } from '../embedders/cached.ts';
import type { CountedVector, TextEmbedder } from '../embedders/embedding.ts';
import { checkEmbedder, embedderFiles, openEmbedder } from '../embedders/index.ts';
import { DEFAULT_EMBEDDER } from '../embedders/model-catalogue.ts';
import { openCached } from '../embedders/open-cached.ts';
import { FIELD_CHOICES } from './document-text.ts';
import { checkChunk, embedUnits, LEAST_CHUNK } from './embed-units.ts';
import { POOL_CHOICES, POOL_HELP, UNIT_CHOICES } from './units.ts';
import { searchMatrix, threadsFor, vectorSearch } from './vector-search.ts';

export const DENSE_OPTIONS = {
	embedder: option.text(DEFAULT_EMBEDDER, '<provider>:<model>; `bench model list` shows the built-in ones'),
	chunk: option.integer(0, {
		min: LEAST_CHUNK,
		also: [0],
		help: 'tokens per window for long documents, up to the model window, best window wins; 0 truncates them',
	}),
	fields: option.choice('content', FIELD_CHOICES, 'the fields of a document that are embedded'),
	units: option.choice(
		'content',
		UNIT_CHOICES,
		'what has a vector: the text, each of title, narrative and facts, or each window',
	),
	pool: option.choice('max', POOL_CHOICES, POOL_HELP),
};

export type DenseOptions = OptionValues<typeof DENSE_OPTIONS>;

/**
 * Exact cosine over embeddings. Documents longer than the model's window are truncated to it and counted, or, with
 * `chunk`, split into windows; with `units=fields` each field has its vector. The best unit speaks for its document
 * unless `pool` says otherwise. Empty documents have no vector and are
 * never returned; neither are sensitive ones, which are not embedded even if they reach this plugin.
 */
export const dense: RetrieverPlugin<typeof DENSE_OPTIONS> = {
	name: 'dense',
	summary: 'exact cosine over embeddings (default model: bge-small-en-v1.5, int8, in this process)',
	stage: 'dense',
	options: DENSE_OPTIONS,
	readsFor: ({ embedder }) => embedderFiles(embedder),
	validate({ embedder, chunk, units }) {
		const { name, maxTokens, countsTokens } = checkEmbedder(embedder);
		if (chunk > 0 || units === 'chunks') checkChunk(chunk, { name, maxTokens, countsTokens });
	},
	async index(corpus, options, context) {
		return denseRetriever(corpus, options, context, await openEmbedder(options.embedder, context));
	},
};

/** The dense retriever over an embedder that is already open. */
export async function denseRetriever(
	corpus: readonly Doc[],
	options: DenseOptions,
	context: IndexContext,
	embedder: TextEmbedder,
): Promise<Retriever> {
	const cached = openCached(embedder, context);
	try {
		return await indexed(corpus, options, context, cached);
	} catch (error) {
		cached.close();
		throw error;
	}
}

async function indexed(
	corpus: readonly Doc[],
	options: DenseOptions,
	context: IndexContext,
	cached: CachedEmbedder,
): Promise<Retriever> {
	const { embedder } = cached;
	const { docs, vectors, owner, facts } = await embedUnits('dense', corpus, options, context, cached);
	const search = vectorSearch(
		searchMatrix(vectors, embedder.dimensions, threadsFor(vectors.length, embedder.dimensions)),
		docs.length,
		owner.length === docs.length ? undefined : owner,
		options.pool === 'sum' ? 'sum' : 'max',
	);
	// Loading belongs to the index, not to the first query's latency.
	if (!context.queryCache) await embedder.load();

	return {
		async retrieve(query, depth, retrieveContext) {
			if (docs.length === 0 || query.text.trim() === '') return [];
			const vector = await queryVector(cached, query, context.queryCache, retrieveContext);
			const found = search.search(vector, depth);
			return Array.from(found.docs, (docIndex, rank) => ({
				docId: (docs[docIndex] as Doc).id,
				score: found.scores[rank] as number,
			}));
		},
		indexSizeBytes: () => search.sizeBytes,
		facts: () => facts,
		close: () => {
			search.close();
			cached.close();
		},
	};
}

/** The stage is named `embed` only where something was computed, so that no table shows a look-up as model latency. */
export async function queryVector(
	cached: CachedEmbedder,
	query: Query,
	queryCache: boolean,
	context: RetrieveContext,
): Promise<Float32Array> {
	const { byId } = cached.embedder;
	if (byId !== undefined) {
		const [found] = context.time('embed (kept)', () => byId.vectors('query', [query.id]));
		return (found as CountedVector).vector;
	}
	if (queryCache && cached.lookUp([query.text], 'query')[0] !== undefined) {
		const found = context.time('embed (cached)', () => cached.lookUp([query.text], 'query')[0]);
		if (found !== undefined) return found.vector;
	}
	const computed = await context.time('embed', () => cached.compute(query.text, 'query'));
	if (queryCache) computed.keep();
	return computed.vector;
}
