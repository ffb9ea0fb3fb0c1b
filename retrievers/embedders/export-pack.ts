import type { Dataset } from '../../harness/contract.ts';
import { documentText, embeddable } from '../dense/document-text.ts';
import type { CachedEmbedder, Watch } from './cached.ts';
import { writeVectorPack } from './vector-pack.ts';

export interface ExportedPack {
	readonly files: readonly string[];
	readonly documents: number;
	readonly queries: number;
}

/**
 * Writes a dataset's vectors as a pack: those of its documents' content (never of sensitive ones) and of its queries.
 * Texts that the cache lacks are embedded first.
 * @param folder `<dataset>/vectors`, where the dense retriever looks for it
 */
export async function exportPack(
	dataset: Dataset,
	cached: CachedEmbedder,
	folder: string,
	watch: Watch,
): Promise<ExportedPack> {
	const textOf = documentText('content');
	const document = [...new Set(embeddable(dataset.corpus, textOf).map(textOf))];
	const query = [...new Set(dataset.queries.map(({ text }) => text).filter((text) => text.trim() !== ''))];
	const vectors = {
		document: await cached.embed(document, 'document', watch),
		query: await cached.embed(query, 'query', watch),
	};
	const files = writeVectorPack(folder, packName(cached.embedder.id), cached.embedder, { document, query }, vectors);
	return { files, documents: document.length, queries: query.length };
}

/** `local:bge-small-en-v1.5 weights=...` -> `bge-small-en-v1.5` */
function packName(embedderId: string): string {
	return (embedderId.split(' ')[0] as string).replace(/^[a-z]+:/, '').replace(/[^A-Za-z0-9.-]+/g, '_');
}
