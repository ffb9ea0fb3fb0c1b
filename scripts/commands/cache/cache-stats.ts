import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { countCell } from '../../../harness/report/cells.ts';
import { receiptView } from '../../../harness/report/receipt.ts';
import { toJsonObject } from '../../../harness/report/snake-case.ts';
import { type Cell, type Section, type View, viewTable } from '../../../harness/report/view.ts';
import { type EmbedderStats, vectorCache } from '../../../retrievers/embedders/vector-cache.ts';

export interface CacheStats {
	readonly path: string;
	/** Of the files on disk. */
	readonly bytes: number;
	readonly embedders: readonly EmbedderStats[];
}

/** The content of the cache; a cache that is not there holds nothing, and is not made by asking. */
export function cacheStats(directory: string, note: (message: string) => void): CacheStats {
	const path = join(directory, 'vectors.sqlite');
	const cache = vectorCache(directory, note);
	const embedders = existsSync(path) ? cache.stats() : [];
	cache.close();
	const files = [path, `${path}-wal`].filter(existsSync);
	return { path, bytes: files.reduce((sum, file) => sum + statSync(file).size, 0), embedders };
}

export function cacheStatsView(stats: CacheStats): View {
	const { path, bytes, embedders } = stats;
	return receiptView({
		kind: 'cache',
		title: 'Cache of vectors',
		answer: [embedders.length === 0 ? `${path}: no vectors` : `${path}: ${megabytes(bytes)} MB on disk`],
		sections: embeddersSections(embedders),
		data: toJsonObject(stats),
	});
}

/** The files that `bench cache clear` deleted, or would delete. */
export function cacheClearView(path: string, chosen: readonly EmbedderStats[], deleted: boolean): View {
	const vectors = chosen.reduce((sum, entry) => sum + entry.vectors, 0);
	const waits = vectors > 0 && !deleted;
	return receiptView({
		kind: 'cleared_cache',
		title: 'Vectors to delete',
		answer: [
			vectors === 0
				? `nothing to delete in ${path}`
				: deleted
					? `deleted ${vectors} vectors from ${path}`
					: `${vectors} vectors of ${path} would be deleted.`,
		],
		sections: waits ? embeddersSections(chosen) : [],
		notes: waits ? ['Nothing is deleted yet: add --yes to delete these.'] : [],
		data: toJsonObject({ path, deleted, vectors, embedders: chosen }),
	});
}

function embeddersSections(embedders: readonly EmbedderStats[]): readonly Section[] {
	if (embedders.length === 0) return [];
	return [
		{
			name: 'embedders',
			table: viewTable<EmbedderStats>(
				[
					{
						key: 'embedder',
						header: 'embedder',
						identifies: true,
						cell: ({ embedder }) => ({ text: embedder.split(' ')[0] as string, value: embedder }),
					},
					{ key: 'vectors', header: 'vectors', align: 'right', cell: ({ vectors }) => countCell(vectors) },
					{
						key: 'bytes',
						header: 'MB',
						align: 'right',
						cell: ({ bytes }): Cell => ({ text: megabytes(bytes), value: bytes }),
					},
				],
				embedders,
			),
		},
	];
}

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}
