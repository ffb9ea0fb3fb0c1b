import type { Doc, Json } from '../harness/contract.ts';

/** A document as its corpus file has it: snake_case keys, `tags: "a,b"`. */
export type CorpusLine = Readonly<Record<string, Json>>;

export function corpusLine(doc: Doc): CorpusLine {
	return {
		...doc.metadata,
		id: doc.id,
		content: doc.content,
		...(doc.category === undefined ? {} : { category: doc.category }),
		tags: doc.tags.join(','),
		expanded_keywords: doc.expandedKeywords.join(' '),
		importance: doc.importance,
		...(doc.createdAt === undefined ? {} : { created_at: doc.createdAt.toISOString() }),
	};
}
