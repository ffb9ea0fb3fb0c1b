import { loadDataset } from '../../../harness/datasets/load.ts';
import { resolveDataset } from '../../../harness/datasets/resolve.ts';
import { receiptView } from '../../../harness/report/receipt.ts';
import { toJsonObject } from '../../../harness/report/snake-case.ts';
import type { View } from '../../../harness/report/view.ts';
import { cachedEmbedder } from '../../../retrievers/embedders/cached.ts';
import { exportPack } from '../../../retrievers/embedders/export-pack.ts';
import { openEmbedder } from '../../../retrievers/embedders/index.ts';
import { vectorCache } from '../../../retrievers/embedders/vector-cache.ts';
import { openVectorPack } from '../../../retrievers/embedders/vector-pack.ts';
import type { Terminal } from '../../terminal.ts';

interface ExportFlags {
	readonly npy: string;
	readonly data?: string | undefined;
	readonly embedder: string;
	readonly modelDir?: string | undefined;
	readonly cacheDir: string;
}

export async function exportVectors(flags: ExportFlags, terminal: Terminal): Promise<View> {
	const dataset = await loadDataset(resolveDataset(flags.data).directory, { sensitive: 'leave-out' });
	const context = {
		cacheDirectory: flags.cacheDir,
		...(flags.modelDir === undefined ? {} : { modelDirectory: flags.modelDir }),
		progress: terminal.progress,
		note: terminal.note,
	};
	const embedder = await openEmbedder(flags.embedder, context);
	const shipped = openVectorPack(dataset.directory, embedder, terminal.warn);
	const cached = cachedEmbedder(embedder, vectorCache(flags.cacheDir, terminal.warn), shipped);
	try {
		const pack = await exportPack(dataset, cached, flags.npy, terminal);
		return receiptView({
			kind: 'vector_pack',
			title: `Vectors of ${dataset.name}`,
			answer: [`${pack.documents} documents and ${pack.queries} queries of ${dataset.name}:`, ...pack.files],
			data: toJsonObject({ dataset: dataset.name, embedder: cached.embedder.id, ...pack }),
		});
	} finally {
		cached.close();
	}
}
