import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Doc, IndexContext, OptionSpecs, OptionValues, RetrieverPlugin } from '../../../harness/contract.ts';

/** One cache folder for every test file and run, so that the empty data folder is made once per machine. */
export const SHARED_CACHE = join(tmpdir(), 'recall-bench-postgres-tests');
mkdirSync(SHARED_CACHE, { recursive: true });

/** The databases that a test runs against: the embedded one always, a server where BENCH_POSTGRES_URL names one. */
export const DATABASES: readonly string[] = ['embedded', ...(process.env.BENCH_POSTGRES_URL === undefined ? [] : [''])];

/** The same plugin with the empty data folder of {@link SHARED_CACHE}; vectors stay in the cache of the test. */
export function inSharedCache<S extends OptionSpecs>(plugin: RetrieverPlugin<S>): RetrieverPlugin<S> {
	return {
		...plugin,
		index: (corpus: readonly Doc[], options: OptionValues<S>, context: IndexContext) =>
			plugin.index(corpus, options, { ...context, cacheDirectory: SHARED_CACHE }),
	};
}
