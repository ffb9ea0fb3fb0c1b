import type { Doc, IndexContext } from '../../harness/contract.ts';
import type { Database } from './database.ts';

/** A document with its place in the corpus that the retriever was given. */
export interface PlacedDoc {
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
): readonly PlacedDoc[] {
	const placed = corpus.map((doc, docIndex) => ({ docIndex, doc }));
	if (database.kind === 'pglite') return placed;
	const allowed = placed.filter(({ doc }) => !doc.sensitive);
	if (allowed.length < placed.length)
		context.note(`${owner}: ${placed.length - allowed.length} sensitive documents are not sent to the server`);
	return allowed;
}
