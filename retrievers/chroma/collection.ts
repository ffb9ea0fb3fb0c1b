import { createHash } from 'node:crypto';
import type { JsonObject, Progress } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { identityHash } from '../../harness/files/json.ts';
import type { Chroma, Collection } from './api.ts';

/** The content of a collection: the vectors of units, under their number as id. */
export interface CollectionContent {
	readonly vectors: readonly Float32Array[];
	readonly dimensions: number;
	readonly hnsw: JsonObject;
	readonly batch: number;
}

/** The state of a collection that was found or made. */
export interface FilledCollection {
	/** undefined where there is no vector to hold. */
	readonly collection: Collection | undefined;
	/** Whether it was whole before, so that nothing was sent. */
	readonly reused: boolean;
}

/**
 * The name of a collection: a hash of its vectors, in order, and of how they are indexed. Two corpora with the same
 * vectors share one, and no text or id of a document is on the server.
 */
export function collectionName({ vectors, dimensions, hnsw }: CollectionContent): string {
	const hash = createHash('sha256');
	for (const vector of vectors) hash.update(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
	return `recall-bench-${identityHash({ vectors: hash.digest('hex'), dimensions, hnsw }).slice(0, 32)}`;
}

/**
 * The collection with this content: one that is whole is used as it stands; one that an interrupted run left half
 * filled is made anew, so that its index is always built from the same vectors in the same order.
 */
export async function fillCollection(
	chroma: Chroma,
	content: CollectionContent,
	progress: Progress,
): Promise<FilledCollection> {
	const name = collectionName(content);
	const { vectors, dimensions, batch } = content;
	if (vectors.length === 0) return { collection: undefined, reused: false };
	const before = await chroma.find(name);
	if (before !== undefined && before.dimension !== null && before.dimension !== dimensions)
		throw new BenchError(
			'data',
			`collection ${name} holds vectors of ${before.dimension} dimensions, not ${dimensions}`,
			{
				hint: 'Somebody else has filled it: delete it on the server, and repeat the command.',
			},
		);
	const held = before === undefined ? 0 : await chroma.count(before);
	if (before !== undefined && held === vectors.length) return { collection: before, reused: true };
	if (before !== undefined) await chroma.remove(name);
	const collection = await chroma.create(name, content.hnsw, { made_by: 'recall-bench', units: vectors.length });
	const bar = progress.start('loading into Chroma', vectors.length);
	try {
		for (let start = 0; start < vectors.length; start += batch) {
			const part = vectors.slice(start, start + batch);
			await chroma.upsert(
				collection,
				part.map((_, i) => String(start + i)),
				part,
			);
			bar.advance(part.length);
		}
	} finally {
		bar.stop();
	}
	const now = await chroma.count(collection);
	if (now !== vectors.length)
		throw new BenchError('plugin', `collection ${name} holds ${now} of ${vectors.length} vectors after loading`, {
			hint: 'Repeat the command.',
		});
	return { collection, reused: false };
}
