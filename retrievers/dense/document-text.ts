import type { Doc } from '../../harness/contract.ts';

export const FIELD_CHOICES = ['content', 'content+keywords'] as const;
export type FieldChoice = (typeof FIELD_CHOICES)[number];

const FIELDS: Readonly<Record<FieldChoice, (doc: Doc) => string>> = {
	content: (doc) => doc.content,
	'content+keywords': (doc) => [doc.content, doc.expandedKeywords.join(' ')].filter((part) => part !== '').join('\n'),
};

/** How the embedded text of a document is made. */
export function documentText(fields: FieldChoice): (doc: Doc) => string {
	return FIELDS[fields];
}

/** The documents that get a vector: none that is sensitive, none that is empty. */
export function embeddable(corpus: readonly Doc[], textOf: (doc: Doc) => string): readonly Doc[] {
	return corpus.filter((doc) => !doc.sensitive && textOf(doc).trim() !== '');
}
