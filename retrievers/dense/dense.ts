import type {
	Doc,
	IndexContext,
	OptionValues,
	Query,
	RetrieveContext,
	Retriever,
	RetrieverPlugin,
} from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';
import type { CachedEmbedder } from '../embedders/cached.ts';
import type { CountedVector, EmbedderFacts, TextEmbedder } from '../embedders/embedding.ts';
import { checkEmbedder, openEmbedder } from '../embedders/index.ts';
import { DEFAULT_EMBEDDER } from '../embedders/model-catalogue.ts';
import { openCached } from '../embedders/open-cached.ts';
import { chunkText } from './chunk.ts';
import { documentText, embeddable, FIELD_CHOICES } from './document-text.ts';
import { searchMatrix, vectorSearch } from './vector-search.ts';

/** Windows of fewer tokens hold no sentence. */
const LEAST_CHUNK = 16;

export const DENSE_OPTIONS = {
	embedder: option.text(DEFAULT_EMBEDDER, '<provider>:<model>; `bench model list` shows the built-in ones'),
	chunk: option.integer(0, {
		min: LEAST_CHUNK,
		also: [0],
		help: 'tokens per window for long documents, up to the model window, best window wins; 0 truncates them',
	}),
	fields: option.choice('content', FIELD_CHOICES, 'the fields of a document that are embedded'),
};

export type DenseOptions = OptionValues<typeof DENSE_OPTIONS>;

/**
 * Exact cosine over embeddings. Documents longer than the model's window are truncated to it and counted, or, with
 * `chunk`, split into windows of which the best one speaks for the document. Empty documents have no vector and are
 * never returned; neither are sensitive ones, which are not embedded even if they reach this plugin.
 */
export const dense: RetrieverPlugin<typeof DENSE_OPTIONS> = {
	name: 'dense',
	summary: 'exact cosine over embeddings (default model: bge-small-en-v1.5, int8, in this process)',
	stage: 'dense',
	options: DENSE_OPTIONS,
	validate({ embedder, chunk }) {
		const { name, maxTokens, countsTokens } = checkEmbedder(embedder);
		if (chunk > 0) checkChunk(chunk, { name, maxTokens, countsTokens });
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
	const textOf = documentText(options.fields);
	const allowed = corpus.filter((doc) => !doc.sensitive);
	if (allowed.length < corpus.length)
		context.note(`dense: ${corpus.length - allowed.length} sensitive documents are not embedded`);
	const docs = embeddable(allowed, textOf);
	const windows = await windowsOf(docs.map(textOf), options.chunk, embedder);
	const vectors = await cached.embed(
		windows.flatMap(({ texts }) => texts),
		'document',
		context,
	);
	const matrix = searchMatrix(vectors, embedder.dimensions);
	const owner = Int32Array.from(windows.flatMap(({ texts }, document) => texts.map(() => document)));
	const search = vectorSearch(matrix, docs.length, owner.length === docs.length ? undefined : owner);
	const facts = {
		embedder: embedder.id,
		weights_sha256: embedder.weightsHash ?? null,
		dimensions: embedder.dimensions,
		documents: docs.length,
		vectors: vectors.length,
		empty_documents: allowed.length - docs.length,
		truncated_documents: truncatedDocuments(owner, vectors, embedder),
	};
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
		close: () => cached.close(),
	};
}

/** null where the provider does not say how long a text is. */
function truncatedDocuments(
	owner: Int32Array,
	vectors: readonly CountedVector[],
	{ maxTokens }: TextEmbedder,
): number | null {
	if (maxTokens === undefined || vectors.some(({ tokens }) => tokens < 0)) return null;
	return new Set(owner.filter((_, row) => (vectors[row] as CountedVector).tokens > maxTokens)).size;
}

async function windowsOf(
	texts: readonly string[],
	chunk: number,
	embedder: TextEmbedder,
): Promise<readonly { readonly texts: readonly string[] }[]> {
	if (chunk === 0) return texts.map((text) => ({ texts: [text] }));
	const name = embedder.id.split(' ')[0] ?? embedder.id;
	const { tokenCounter, maxTokens } = embedder;
	// The window of a hub model is known only now, when its files are here.
	checkChunk(chunk, { name, maxTokens, countsTokens: tokenCounter !== undefined });
	const count = await (tokenCounter as NonNullable<typeof tokenCounter>).call(embedder, 'document');
	return texts.map((text) => ({ texts: chunkText(text, chunk, count) }));
}

/** Throws `usage` where the embedder can't cut windows, or has a smaller one. */
function checkChunk(chunk: number, { name, maxTokens, countsTokens }: EmbedderFacts): void {
	if (!countsTokens)
		throw new BenchError('usage', `dense: ${name} does not show how it counts tokens, which chunk needs`, {
			hint: 'Leave chunk at 0, or use a model that runs in this process (local:... or hf:...).',
		});
	if (maxTokens !== undefined && chunk > maxTokens)
		throw new BenchError('usage', `dense: chunk is ${chunk}; it takes 0 or a whole number of tokens`, {
			hint: `From ${LEAST_CHUNK} to ${maxTokens}, the window of ${name}.`,
		});
}

/** The stage is named `embed` only where something was computed, so that no table shows a look-up as model latency. */
async function queryVector(
	cached: CachedEmbedder,
	query: Query,
	queryCache: boolean,
	context: RetrieveContext,
): Promise<Float32Array> {
	if (queryCache && cached.lookUp([query.text], 'query')[0] !== undefined) {
		const found = context.time('embed (cached)', () => cached.lookUp([query.text], 'query')[0]);
		if (found !== undefined) return found.vector;
	}
	const [computed] = await context.time('embed', () => cached.embedder.embedCounted([query.text], 'query'));
	if (computed === undefined) throw new Error('the embedder gave no vector');
	if (queryCache) cached.keep(query.text, 'query', computed);
	return computed.vector;
}
