import type { Dataset, Doc } from '../../harness/contract.ts';
import { loadDataset } from '../../harness/datasets/load.ts';

/** The size of the memory store that the speed targets were set for. */
export const STORE_SIZE = 5452;

/** A dataset with exactly `size` documents: cut, or filled up with copies under new ids. */
export async function datasetOfSize(directory: string, size: number): Promise<Dataset> {
	const dataset = await loadDataset(directory);
	const corpus: Doc[] = [];
	for (let i = 0; i < size; i++) {
		const doc = dataset.corpus[i % dataset.corpus.length] as Doc;
		corpus.push(i < dataset.corpus.length ? doc : { ...doc, id: `${doc.id}/${i}` });
	}
	return { ...dataset, corpus };
}

/** The p-th percentile (0..100) by nearest rank. */
export function percentile(values: readonly number[], p: number): number {
	const sorted = [...values].sort((x, y) => x - y);
	return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** The memory that the process holds after a collection, in MB; needs `node --expose-gc`. */
export function heldMegabytes(): number {
	globalThis.gc?.();
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / 1e6;
}

/** Milliseconds with three digits, for printing. */
export function rounded(value: number): number {
	return Math.round(value * 1000) / 1000;
}
