import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { renderTable } from '../../harness/report/table.ts';
import { type EmbedderStats, vectorCache } from '../../retrievers/embedders/vector-cache.ts';
import type { Terminal } from '../terminal.ts';

interface CacheStats {
	readonly path: string;
	/** Of the files on disk. */
	readonly bytes: number;
	readonly embedders: readonly EmbedderStats[];
}

/** What the cache holds; a cache that is not there holds nothing, and is not made by asking. */
export function openCacheForReport(
	directory: string,
	note: (message: string) => void,
): { readonly stats: CacheStats; render(): string } {
	const path = join(directory, 'vectors.sqlite');
	const cache = vectorCache(directory, note);
	const embedders = existsSync(path) ? cache.stats() : [];
	cache.close();
	const files = [path, `${path}-wal`].filter(existsSync);
	const stats = { path, bytes: files.reduce((sum, file) => sum + statSync(file).size, 0), embedders };
	return { stats, render: () => renderStats(stats) };
}

export function clearCache(
	flags: { readonly cacheDir: string; readonly embedder?: string; readonly yes?: boolean },
	terminal: Terminal,
): void {
	const { stats } = openCacheForReport(flags.cacheDir, terminal.warn);
	const chosen = stats.embedders.filter(({ embedder }) => embedder.startsWith(flags.embedder ?? ''));
	const vectors = chosen.reduce((sum, entry) => sum + entry.vectors, 0);
	const deleted = flags.yes === true && vectors > 0;
	if (deleted) {
		const cache = vectorCache(flags.cacheDir, terminal.warn);
		for (const { embedder } of chosen) cache.clear(embedder);
		cache.close();
	}
	if (terminal.json) {
		terminal.printJson({ path: stats.path, deleted, vectors, embedders: chosen });
		return;
	}
	if (vectors === 0) terminal.print(`nothing to delete in ${stats.path}`);
	else if (deleted) terminal.print(`deleted ${vectors} vectors from ${stats.path}`);
	else
		terminal.print(
			`${renderStats({ ...stats, embedders: chosen })}\n\nNothing is deleted yet: add --yes to delete these.`,
		);
}

function renderStats({ path, bytes, embedders }: CacheStats): string {
	if (embedders.length === 0) return `${path}: no vectors`;
	const table = renderTable(
		[{ header: 'embedder' }, { header: 'vectors', align: 'right' }, { header: 'MB', align: 'right' }],
		embedders.map((entry) => [
			entry.embedder.split(' ')[0] as string,
			entry.vectors.toLocaleString('en'),
			megabytes(entry.bytes),
		]),
	);
	return `${table}\n${path}, ${megabytes(bytes)} MB on disk`;
}

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}
