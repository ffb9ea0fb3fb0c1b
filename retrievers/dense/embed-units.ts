import type { Doc, IndexContext, JsonObject } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import type { CachedEmbedder } from '../embedders/cached.ts';
import type { CountedVector, EmbedderFacts, TextEmbedder } from '../embedders/embedding.ts';
import { chunkText } from './chunk.ts';
import { documentText, embeddable, type FieldChoice } from './document-text.ts';
import { fieldUnits, type PoolChoice, type UnitChoice } from './units.ts';

/** Windows of fewer tokens hold no sentence. */
export const LEAST_CHUNK = 16;

export interface UnitOptions {
	readonly fields: FieldChoice;
	readonly units: UnitChoice;
	readonly pool: PoolChoice;
	/** Tokens per window; 0: whole texts, or with `units=chunks` the model's window. */
	readonly chunk: number;
}

/** The units of a corpus with their vectors. Documents that are sensitive or have no text are not among them. */
export interface EmbeddedUnits {
	/** The documents that have units, in corpus order. */
	readonly docs: readonly Doc[];
	/** By unit. */
	readonly vectors: readonly CountedVector[];
	/** By unit: the index in `docs` of its document, ascending. */
	readonly owner: Int32Array;
	readonly facts: JsonObject;
}

/** Cuts every document that may be embedded into units, and embeds them. `owner` names the retriever in notes. */
export async function embedUnits(
	owner: string,
	corpus: readonly Doc[],
	options: UnitOptions,
	context: IndexContext,
	cached: CachedEmbedder,
): Promise<EmbeddedUnits> {
	const { embedder } = cached;
	const textOf = documentText(options.fields);
	const textsOf = (doc: Doc): readonly string[] =>
		(options.units === 'fields' ? fieldUnits(doc) : undefined) ?? [textOf(doc)];
	const allowed = corpus.filter((doc) => !doc.sensitive);
	if (allowed.length < corpus.length)
		context.note(`${owner}: ${corpus.length - allowed.length} sensitive documents are not embedded`);
	const docs = embeddable(allowed, (doc) => textsOf(doc).join(''));
	if (options.units === 'fields' && docs.length > 0 && docs.every((doc) => fieldUnits(doc) === undefined))
		context.note(`${owner}: not a test of units=fields: no document has a title, narrative or facts in its metadata`);
	if (embedder.byId !== undefined && options.units !== 'content')
		throw new BenchError(
			'usage',
			`${owner}: ${nameOf(embedder)} has one vector for each document, which units=${options.units} has several of`,
		);
	const units = await unitsOf(docs.map(textsOf), options, embedder);
	const texts = units.flat();
	const vectors =
		embedder.byId === undefined
			? await cached.embed(texts, 'document', context)
			: await cached.embedDocuments(docs, (i) => texts[i] as string, context);
	const ownerOf = Int32Array.from(units.flatMap((own, document) => own.map(() => document)));
	return {
		docs,
		vectors,
		owner: ownerOf,
		facts: {
			embedder: embedder.id,
			weights_sha256: embedder.weightsHash ?? null,
			dimensions: embedder.dimensions,
			documents: docs.length,
			vectors: vectors.length,
			...(options.units === 'content'
				? {}
				: { documents_of_several_units: units.filter(({ length }) => length > 1).length }),
			empty_documents: allowed.length - docs.length,
			truncated_documents: truncatedDocuments(ownerOf, vectors, embedder),
			...embedder.byId?.facts(docs.map(({ id }) => id)),
		},
	};
}

function nameOf({ id }: TextEmbedder): string {
	return id.split(' ')[0] ?? id;
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

async function unitsOf(
	texts: readonly (readonly string[])[],
	{ chunk, units, pool }: UnitOptions,
	embedder: TextEmbedder,
): Promise<readonly (readonly string[])[]> {
	// A unit that can't count towards the score needs no vector.
	const counted = (own: readonly string[]): readonly string[] => (pool === 'first' ? own.slice(0, 1) : own);
	if (chunk === 0 && units !== 'chunks') return texts.map(counted);
	const name = nameOf(embedder);
	const { tokenCounter, maxTokens } = embedder;
	// The window of a hub model is known only now, when its files are here.
	checkChunk(chunk, { name, maxTokens, countsTokens: tokenCounter !== undefined });
	const limit = chunk === 0 ? maxTokens : chunk;
	if (limit === undefined)
		throw new BenchError('usage', `dense: ${name} does not say how long its window is, which units=chunks needs`, {
			hint: `Set chunk to a number of tokens, from ${LEAST_CHUNK}.`,
		});
	const count = await (tokenCounter as NonNullable<typeof tokenCounter>).call(embedder, 'document');
	return texts.map((own) => counted(own.flatMap((text) => chunkText(text, limit, count))));
}

/** Throws `usage` where the embedder can't cut windows, or has a smaller one. */
export function checkChunk(chunk: number, { name, maxTokens, countsTokens }: EmbedderFacts): void {
	if (!countsTokens)
		throw new BenchError('usage', `dense: ${name} does not show how it counts tokens, which chunk needs`, {
			hint: 'Leave chunk at 0, or use a model that runs in this process (local:... or hf:...).',
		});
	if (maxTokens !== undefined && chunk > maxTokens)
		throw new BenchError('usage', `dense: chunk is ${chunk}; it takes 0 or a whole number of tokens`, {
			hint: `From ${LEAST_CHUNK} to ${maxTokens}, the window of ${name}.`,
		});
}
