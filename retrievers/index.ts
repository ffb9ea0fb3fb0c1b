import type { RetrieverPlugin } from '../harness/contract.ts';
import { findNamed } from '../harness/names.ts';
import { chroma } from './chroma/chroma.ts';
import { dense } from './dense/dense.ts';
import { cooccurrence } from './graph/cooccurrence.ts';
import { typed } from './graph/typed.ts';
import { createHybrid } from './hybrid/hybrid.ts';
import { BALANCED_HYBRID, EQUAL_HYBRID } from './hybrid/presets.ts';
import { fts } from './lexical/fts.ts';
import { fts5, fts5English } from './lexical/fts5.ts';
import { outsidePlugin } from './outside/index.ts';
import { postgresBm25 } from './postgres/bm25.ts';
import { postgresDense } from './postgres/dense.ts';
import { postgresFts } from './postgres/fts.ts';
import { postgresGraph } from './postgres/graph.ts';
import { postgresHybrid } from './postgres/hybrid.ts';
import { isSqlSpec, sqlRetriever } from './postgres/sql.ts';
import { createRerank } from './rerankers/rerank.ts';
import { isModuleSpec, loadUserModule } from './user/user-module.ts';
import { claudeMem } from './workflows/claude-mem.ts';
import { records } from './workflows/records.ts';

const hybrid = createHybrid(findRetriever);

/** The one list of built-in retrievers, by name. */
export const RETRIEVERS: Readonly<Record<string, RetrieverPlugin>> = {
	fts,
	fts5,
	'fts5:english': fts5English,
	dense,
	chroma,
	graph: cooccurrence,
	'graph:typed': typed,
	records,
	hybrid,
	'hybrid:equal': createHybrid(findRetriever, EQUAL_HYBRID),
	'hybrid:balanced': createHybrid(findRetriever, BALANCED_HYBRID),
	...claudeMem(hybrid),
	'postgres:fts': postgresFts,
	'postgres:bm25': postgresBm25,
	'postgres:dense': postgresDense,
	'postgres:graph': postgresGraph,
	'postgres:hybrid': postgresHybrid,
	rerank: createRerank(findRetriever),
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
	if (isSqlSpec(nameOrPath)) return sqlRetriever(nameOrPath);
	return findNamed('retriever', nameOrPath, RETRIEVERS, {
		hint: '`bench list` shows all of them; one of your own is a path such as ./mine.ts, or sql:mine.sql, exec:"python mine.py", http://..., mcp:"...".',
	});
}
