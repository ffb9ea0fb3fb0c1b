import type { Doc, IndexContext } from '../../harness/contract.ts';
import type { Database } from './database.ts';

/** A document with its index in the corpus that the retriever was given. */
export interface IndexedDoc {
	readonly docIndex: number;
	readonly doc: Doc;
}

/**
 * The documents that may go into this database: all of them where it runs in this process, none that is sensitive
 * where it is a server.
 */
export function admitted(
	owner: string,
	corpus: readonly Doc[],
	database: Database,
	context: IndexContext,
): readonly IndexedDoc[] {
	const indexed = corpus.map((doc, docIndex) => ({ docIndex, doc }));
	if (database.kind === 'pglite') return indexed;
	const allowed = indexed.filter(({ doc }) => !doc.sensitive);
	if (allowed.length < indexed.length)
		context.note(`${owner}: ${indexed.length - allowed.length} sensitive documents are not sent to the server`);
	return allowed;
}
