import type { IndexContext, RetrieveContext } from '../../harness/contract.ts';

/** An index context for tests, without progress or notes. */
export function quietContext(folder: string): IndexContext {
	return {
		datasetDirectory: folder,
		cacheDirectory: `${folder}/cache`,
		queryCache: true,
		seed: 1,
		progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
		note: () => undefined,
	};
}

/** A query on its own, or after what other legs returned for it. */
export function quietQuery(
	seeds: RetrieveContext['seeds'] = new Map(),
	startedFrom: RetrieveContext['startedFrom'] = () => undefined,
): RetrieveContext {
	return { seeds, time: (_stage, work) => work(), startedFrom };
}
