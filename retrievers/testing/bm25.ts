import type { Doc } from '../../harness/contract.ts';

export function docOf(id: string, content: string, importance = 0.5, more: Partial<Doc> = {}): Doc {
	return { id, content, tags: [], expandedKeywords: [], importance, sensitive: false, metadata: {}, ...more };
}

/**
 * -bm25() as SQLite documents it (k1 = 1.2, b = 0.75, idf not under 1e-6), worked out from the text: what the tests of
 * the lexical retrievers compare with. Tokens are compared in lower case.
 */
export function bm25(corpus: readonly Doc[], query: readonly string[]): (doc: Doc) => number {
	const tokensOf = (doc: Doc): readonly string[] =>
		[doc.content, doc.category ?? '', ...doc.tags, ...doc.expandedKeywords]
			.join(' ')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [];
	const average = corpus.reduce((sum, doc) => sum + tokensOf(doc).length, 0) / corpus.length;
	return (doc) => {
		const tokens = tokensOf(doc);
		return query.reduce((score, token) => {
			const holding = corpus.filter((other) => tokensOf(other).includes(token)).length;
			const idf = Math.max(1e-6, Math.log((corpus.length - holding + 0.5) / (holding + 0.5)));
			const tf = tokens.filter((other) => other === token).length;
			return score + (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * tokens.length) / average));
		}, 0);
	};
}
