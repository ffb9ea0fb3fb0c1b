import { topCandidates } from '../../harness/ranking.ts';
import { type CompactGraph, degree } from './csr.ts';
import type { Incidence } from './incidence.ts';
import { isStopWord, normaliseWord, wordsOf } from './normalise.ts';
import { nounPhrases } from './noun-phrases.ts';
import type { Seed } from './seeds.ts';

/** The concepts that a query names: its noun phrases, and every content word and pair of neighbouring ones. */
export function queryConcepts(text: string): ReadonlySet<string> {
	const words = wordsOf(text)
		.filter((word) => !isStopWord(word))
		.map(normaliseWord);
	const pairs = words.slice(1).map((word, i) => `${words[i]} ${word}`);
	return new Set([...words, ...pairs, ...nounPhrases(text)]);
}

/**
 * Seeds for a graph that no other leg seeds: the documents whose concepts the query names, a concept weighing
 * ln(docs / df). None where the query names no concept of the graph.
 */
export function namedSeeds(
	text: string,
	graph: CompactGraph,
	incidence: Pick<Incidence, 'docs' | 'conceptOf'>,
	howMany: number,
): readonly Seed[] {
	const { docs } = incidence;
	const scores = new Float64Array(docs).fill(Number.NEGATIVE_INFINITY);
	for (const concept of queryConcepts(text)) {
		const number = incidence.conceptOf(concept);
		if (number === undefined) continue;
		const node = docs + number;
		const weight = Math.log(docs / degree(graph, node));
		for (let slot = graph.offsets[node] as number; slot < (graph.offsets[node + 1] as number); slot++) {
			const doc = graph.targets[slot] as number;
			scores[doc] = Math.max(scores[doc] as number, 0) + weight;
		}
	}
	const top = topCandidates(scores, howMany);
	const best = scores[top[0] ?? 0] as number;
	return Array.from(top, (docIndex) => ({ docIndex, weight: best > 0 ? (scores[docIndex] as number) / best : 1 }));
}
