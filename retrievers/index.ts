import type { RetrieverPlugin } from '../harness/contract.ts';
import { findNamed } from '../harness/names.ts';
import { dense } from './dense/dense.ts';
import { cooccurrence } from './graph/cooccurrence.ts';
import { typed } from './graph/typed.ts';
import { createHybrid } from './hybrid/hybrid.ts';
import { fts } from './lexical/fts.ts';
import { fts5 } from './lexical/fts5.ts';
import { outsidePlugin } from './outside/index.ts';
import { isModuleSpec, loadUserModule } from './user/user-module.ts';

/** The one list of built-in retrievers, by name. */
export const RETRIEVERS: Readonly<Record<string, RetrieverPlugin>> = {
	fts,
	fts5,
	dense,
	graph: cooccurrence,
	'graph:typed': typed,
	hybrid: createHybrid(findRetriever),
};

/**
 * The retriever of a name: a built-in, a module of the user's own (`./mine.ts`, `./mine.js#Mine`), or a
 * system in another process (`exec:python mine.py`).
 *
 * @throws BenchError for an unknown name, with the near ones.
 */
export async function findRetriever(nameOrPath: string): Promise<RetrieverPlugin> {
	if (isModuleSpec(nameOrPath)) return loadUserModule(nameOrPath);
	const outside = outsidePlugin(nameOrPath);
	if (outside !== undefined) return outside;
	return findNamed('retriever', nameOrPath, RETRIEVERS, {
		hint: '`bench list` shows all of them; one of your own is a path such as ./mine.ts, or exec:"python mine.py", http://..., mcp:"...".',
	});
}
