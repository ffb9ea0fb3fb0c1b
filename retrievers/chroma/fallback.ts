import type { Doc, IndexContext, Retriever } from '../../harness/contract.ts';
import { defaultsOf } from '../../harness/options.ts';
import { fts5 } from '../lexical/fts5.ts';
import { isUnreachable } from './request.ts';

/**
 * A retriever that FTS5 stands in for wherever its server can't be reached, while indexing or later. It counts the
 * queries that FTS5 answered (`fallback_queries` in its facts), by which tables, manifest and `verify` know that the
 * figures are not those of the retriever alone. Errors of another kind stay errors.
 */
export async function withFallback(
	index: () => Promise<Retriever>,
	corpus: readonly Doc[],
	context: IndexContext,
): Promise<Retriever> {
	const answered = new Set<string>();
	let lexical: Retriever | undefined;
	const retriever = await index().catch((error: unknown) => {
		if (!isUnreachable(error)) throw error;
		context.note(`${(error as Error).message}: FTS5 answers instead (fallback=fts5)`);
		return undefined;
	});
	return {
		async retrieve(query, depth, retrieveContext) {
			if (retriever !== undefined)
				try {
					return await retriever.retrieve(query, depth, retrieveContext);
				} catch (error) {
					if (!isUnreachable(error)) throw error;
					if (answered.size === 0) context.note(`${(error as Error).message}: FTS5 answers instead (fallback=fts5)`);
				}
			answered.add(query.id);
			lexical ??= await fts5.index(corpus, defaultsOf(fts5.options), context);
			return lexical.retrieve(query, depth, retrieveContext);
		},
		indexSizeBytes: () => (retriever?.indexSizeBytes?.() ?? 0) + (lexical?.indexSizeBytes?.() ?? 0),
		facts: () => ({ ...retriever?.facts?.(), fallback: 'fts5', fallback_queries: answered.size }),
		close() {
			retriever?.close?.();
			lexical?.close?.();
		},
	};
}
