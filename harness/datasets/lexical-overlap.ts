import type { Doc } from '../contract.ts';

/** The words of a text, in order: maximal runs of letters and digits (Unicode `\p{L}` and `\p{N}`), lower-cased. */
export function words(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function wordSet(text: string): Set<string> {
	return new Set(words(text));
}

/** The side of a document that a query's words are compared with: its content and its expanded keywords. */
export function overlapText(doc: Pick<Doc, 'content' | 'expandedKeywords'>): string {
	return `${doc.content} ${doc.expandedKeywords.join(' ')}`;
}

/** |x ∩ y| / |x ∪ y|, from 0 to 1; two empty sets have nothing in common: 0. */
export function jaccard<T>(x: ReadonlySet<T>, y: ReadonlySet<T>): number {
	const [small, large] = x.size <= y.size ? [x, y] : [y, x];
	let shared = 0;
	for (const item of small) if (large.has(item)) shared++;
	const union = x.size + y.size - shared;
	return union === 0 ? 0 : shared / union;
}

/** Jaccard similarity of the word sets of a query and a document: how far words alone find the document. */
export function lexicalOverlap(queryText: string, doc: Pick<Doc, 'content' | 'expandedKeywords'>): number {
	return jaccard(wordSet(queryText), wordSet(overlapText(doc)));
}
