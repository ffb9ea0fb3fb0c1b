import type { Json } from '../../contract.ts';
import type { CorpusWords } from './corpus-words.ts';

/** A neighbourhood relation between documents. */
export interface Neighbours {
	/** For the provenance: the embedder's id, or that words were compared instead. */
	readonly by: Json;
	/** How many of each document's nearest count as near. */
	readonly count: number;
	/** The nearest documents of one, itself left out. */
	near(docIndex: number): ReadonlySet<number>;
}

/** A word in more than this share of the documents says nothing about which are near. */
const COMMON_SHARE = 0.2;

/**
 * The stand-in where no embedding model can be had: cosine of tf-idf vectors (Salton & Buckley, "Term-weighting
 * approaches in automatic text retrieval", 1988; tf and idf plain). It finds documents near that share words, not
 * meaning.
 */
export function lexicalNeighbours(words: CorpusWords, count: number): Neighbours {
	const common = Math.max(10, COMMON_SHARE * words.docs.length);
	const vectors = words.docs.map((doc) => {
		const weights = new Map<string, number>();
		for (const { word } of doc) {
			if (words.holders(word).length > common) continue;
			weights.set(word, (weights.get(word) ?? 0) + words.idf(word));
		}
		const norm = Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight * weight, 0));
		return new Map([...weights].map(([word, weight]) => [word, norm > 0 ? weight / norm : 0]));
	});
	const known = new Map<number, ReadonlySet<number>>();
	return {
		by: 'words (tf-idf cosine), standing in for an embedding model',
		count,
		near(docIndex) {
			const before = known.get(docIndex);
			if (before !== undefined) return before;
			const scores = new Map<number, number>();
			for (const [word, weight] of vectors[docIndex] ?? [])
				for (const other of words.holders(word)) {
					if (other === docIndex) continue;
					scores.set(other, (scores.get(other) ?? 0) + weight * (vectors[other]?.get(word) ?? 0));
				}
			const nearest = [...scores].filter(([, score]) => score > 0).sort((x, y) => y[1] - x[1] || x[0] - y[0]);
			const near = new Set(nearest.slice(0, count).map(([other]) => other));
			known.set(docIndex, near);
			return near;
		},
	};
}
