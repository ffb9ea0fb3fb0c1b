import { topCandidates } from '../../harness/ranking.ts';
import { type CompactGraph, degree } from './csr.ts';
import type { Seed } from './seeds.ts';

export interface ExpansionOptions {
	/** How many document-to-document steps a walk takes; >= 1. */
	readonly hops: number;
	/** The factor of each step after the first; 0..1. */
	readonly decay: number;
	/** Concepts of more documents than this are not walked through. */
	readonly hubCap: number;
	/** How many documents a seed hands its weight to at each hop. */
	readonly neighbours: number;
}

/** Scores documents by the support that other documents, the seeds, give them. */
export interface Expansion {
	/** A score by docIndex; 0 where no seed supports the document. */
	scores(seeds: readonly Seed[]): Float64Array;
}

/**
 * Expansion over a bipartite graph whose first `docs` nodes are the documents.
 *
 * The affinity of two documents is the cosine of their concept vectors, a concept c weighing ln(docs / df(c)). From each
 * seed a walk goes to its `neighbours` nearest documents, from those on to theirs, never back to a document it has been
 * to; along a path affinities multiply, and every hop after the first is worth `decay` of the one before. A document's
 * score is the sum, over the seeds, of the seed's weight times what its walk brings.
 *
 * No seed supports itself: seeds and newcomers are measured by the same support of others, so a newcomer that several
 * seeds point to stands above a seed that none of the others does. That is what keeps the leg from repeating its seeds.
 */
export function createExpansion(graph: CompactGraph, docs: number, options: ExpansionOptions): Expansion {
	const { offsets, targets } = graph;
	const { hops, decay, hubCap, neighbours } = options;

	const idf = new Float64Array(graph.nodes);
	for (let concept = docs; concept < graph.nodes; concept++) idf[concept] = Math.log(docs / degree(graph, concept));
	const norm = new Float64Array(docs);
	for (let doc = 0; doc < docs; doc++) {
		let sum = 0;
		for (let slot = offsets[doc] as number; slot < (offsets[doc + 1] as number); slot++)
			sum += (idf[targets[slot] as number] as number) ** 2;
		norm[doc] = Math.sqrt(sum);
	}

	// Scratch, zero between walks: affinity by document, which documents hold one, and which the walk has been to.
	const reached = new Float64Array(docs);
	const touched = new Int32Array(docs);
	const visited = new Uint8Array(docs);

	/** Adds `strength` times the affinity to `from` of every document that shares a concept with it. */
	function step(from: number, strength: number, count: number): number {
		// No concept, or only such as every document has: nothing leads anywhere.
		if (norm[from] === 0) return count;
		const scale = strength / (norm[from] as number);
		for (let slot = offsets[from] as number; slot < (offsets[from + 1] as number); slot++) {
			const concept = targets[slot] as number;
			const end = offsets[concept + 1] as number;
			const start = offsets[concept] as number;
			if (end - start > hubCap) continue;
			const share = scale * (idf[concept] as number) ** 2;
			if (share === 0) continue;
			for (let back = start; back < end; back++) {
				const doc = targets[back] as number;
				if (visited[doc] === 1) continue;
				if (reached[doc] === 0) touched[count++] = doc;
				reached[doc] = (reached[doc] as number) + share / (norm[doc] as number);
			}
		}
		return count;
	}

	function walk(seed: Seed, out: Float64Array): void {
		const path = [seed.docIndex];
		visited[seed.docIndex] = 1;
		let frontier = [{ doc: seed.docIndex, strength: 1 }];
		for (let hop = 0, worth = seed.weight; hop < hops && frontier.length > 0; hop++, worth *= decay) {
			let count = 0;
			for (const { doc, strength } of frontier) count = step(doc, strength, count);
			const found = touched.subarray(0, count).sort();
			const strengths = Float64Array.from(found, (doc) => reached[doc] as number);
			for (const doc of found) reached[doc] = 0;
			frontier = Array.from(topCandidates(strengths, neighbours), (i) => ({
				doc: found[i] as number,
				strength: strengths[i] as number,
			}));
			for (const { doc, strength } of frontier) {
				visited[doc] = 1;
				path.push(doc);
				out[doc] = (out[doc] as number) + worth * strength;
			}
		}
		for (const doc of path) visited[doc] = 0;
	}

	return {
		scores(seeds) {
			const out = new Float64Array(docs);
			for (const seed of seeds) walk(seed, out);
			return out;
		},
	};
}
