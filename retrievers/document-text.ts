import type { Doc } from '../harness/contract.ts';
import { BenchError } from '../harness/errors.ts';

const FIELDS: Readonly<Record<string, (doc: Doc) => string>> = {
	content: (doc) => doc.content,
	'content+keywords': (doc) => [doc.content, doc.expandedKeywords.join(' ')].filter((part) => part !== '').join('\n'),
};

export const FIELD_CHOICES: readonly string[] = Object.keys(FIELDS);

/** What of a document is embedded. @throws BenchError for a choice that does not exist */
export function documentText(fields: string): (doc: Doc) => string {
	const textOf = Object.hasOwn(FIELDS, fields) ? FIELDS[fields] : undefined;
	if (textOf !== undefined) return textOf;
	throw new BenchError('usage', `dense: there is no choice of fields "${fields}"`, {
		hint: `Write fields=${FIELD_CHOICES.join(' or fields=')}.`,
	});
}

/** The documents that get a vector: none that is sensitive, none that is empty. */
export function embeddable(corpus: readonly Doc[], textOf: (doc: Doc) => string): readonly Doc[] {
	return corpus.filter((doc) => !doc.sensitive && textOf(doc).trim() !== '');
}
