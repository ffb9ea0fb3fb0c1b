import type { Dataset, IndexContext } from '../harness/contract.ts';
import { SILENT_PROGRESS } from './terminal.ts';

/**
 * The context that retrievers need to index a dataset, with nobody watching: no progress, no notes. Every part can be given
 * otherwise.
 */
export function silentContext(dataset: Pick<Dataset, 'directory'>, given: Partial<IndexContext> = {}): IndexContext {
	return {
		datasetDirectory: dataset.directory,
		cacheDirectory: 'cache',
		queryCache: true,
		seed: 42,
		progress: SILENT_PROGRESS,
		note: () => undefined,
		...given,
	};
}
