import type { Doc } from '../contract.ts';

/** Documents, those that hold the text of a sensitive one marked as sensitive too. */
export interface MarkedDocs {
	readonly docs: readonly Doc[];
	/** Documents that were not marked, and are now. */
	readonly copies: number;
}

/**
 * The one rule for copies of what is sensitive: a document without the mark whose text is that of one with it, white
 * space and letter case aside, is as sensitive, wherever documents are read.
 */
export function markCopies(docs: readonly Doc[]): MarkedDocs {
	const secrets = new Set(docs.filter(({ sensitive }) => sensitive).map(({ content }) => comparable(content)));
	secrets.delete('');
	if (secrets.size === 0) return { docs, copies: 0 };
	let copies = 0;
	const marked = docs.map((doc) => {
		if (doc.sensitive || !secrets.has(comparable(doc.content))) return doc;
		copies++;
		return { ...doc, sensitive: true };
	});
	return { docs: marked, copies };
}

/** A text as it is compared with a sensitive one: white space and case do not make another text of it. */
export function comparable(text: string): string {
	return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
