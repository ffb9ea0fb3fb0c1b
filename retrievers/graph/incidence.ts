import type { Doc } from '../../harness/contract.ts';
import { createConceptReader } from './concepts.ts';
import { createIntList } from './int-list.ts';
import { createPhraseTrie } from './phrase-trie.ts';

/** The concepts of each document, after pruning. Concepts are numbered in order of first appearance. */
export interface Incidence {
	readonly docs: number;
	readonly concepts: number;
	/** Document d holds `held[offsets[d]] .. held[offsets[d + 1] - 1]`, concepts in order of appearance in it. */
	readonly offsets: Int32Array;
	readonly held: Int32Array;
	/** The words of a concept, normalised. */
	nameOf(concept: number): string;
	/** The concept of a name; undefined where no document holds it, or where it was pruned. */
	conceptOf(name: string): number | undefined;
	/** Concepts that fewer than the least or more than the most documents hold. */
	readonly prunedRare: number;
	readonly prunedCommon: number;
}

export interface Pruning {
	/** A concept of fewer documents connects nothing; >= 1. */
	readonly minDocs: number;
	/** A concept of more than this share of the corpus (0..1) connects everything. Never less than `minDocs`. */
	readonly maxShare: number;
}

/** Reads the concepts of every document and keeps those whose document frequency lies within the pruning. */
export function readIncidence(corpus: readonly Doc[], { minDocs, maxShare }: Pruning): Incidence {
	const read = readAll(corpus);
	const most = Math.max(minDocs, Math.floor(corpus.length * maxShare));
	const { nodes, frequency } = read;
	const conceptOf = new Int32Array(nodes.length).fill(-1);
	let concepts = 0;
	let prunedRare = 0;
	for (let found = 0; found < nodes.length; found++) {
		const docs = frequency[found] as number;
		if (docs < minDocs) prunedRare++;
		else if (docs <= most) conceptOf[found] = concepts++;
	}

	// Kept entries move to the front of their array.
	const { held, offsets } = read;
	let kept = 0;
	for (let doc = 0, start = 0; doc < corpus.length; doc++) {
		const end = offsets[doc + 1] as number;
		for (let slot = start; slot < end; slot++) {
			const concept = conceptOf[held[slot] as number] as number;
			if (concept >= 0) held[kept++] = concept;
		}
		start = end;
		offsets[doc + 1] = kept;
	}
	const names = keptNames(read, conceptOf, concepts);
	return {
		docs: corpus.length,
		concepts,
		offsets,
		held: held.slice(0, kept),
		...names,
		prunedRare,
		prunedCommon: nodes.length - concepts - prunedRare,
	};
}

interface Read {
	readonly trie: ReturnType<typeof createPhraseTrie>;
	/** By what was found, in order of first appearance: its node in the trie, and how many documents hold it. */
	readonly nodes: Int32Array;
	readonly frequency: Int32Array;
	readonly offsets: Int32Array;
	readonly held: Int32Array;
}

function readAll(corpus: readonly Doc[]): Read {
	const trie = createPhraseTrie();
	const readConcepts = createConceptReader(trie);
	// By node: its number in order of first appearance + 1; 0 for what is only the beginning of a phrase.
	const foundAs = createIntList();
	const nodes = createIntList();
	const frequency = createIntList();
	const lastDoc = createIntList();
	const held = createIntList();
	const offsets = new Int32Array(corpus.length + 1);
	corpus.forEach((doc, docIndex) => {
		readConcepts(doc, (node) => {
			while (foundAs.length <= node) foundAs.push(0);
			let found = foundAs.get(node) - 1;
			if (found < 0) {
				found = nodes.length;
				foundAs.set(node, found + 1);
				nodes.push(node);
				frequency.push(0);
				lastDoc.push(-1);
			}
			if (lastDoc.get(found) === docIndex) return;
			lastDoc.set(found, docIndex);
			frequency.set(found, frequency.get(found) + 1);
			held.push(found);
		});
		offsets[docIndex + 1] = held.length;
	});
	return { trie, nodes: nodes.values(), frequency: frequency.values(), offsets, held: held.values() };
}

/** Names of the concepts that are left, in a trie of their own: most of the first one is pruned. */
function keptNames(
	{ trie, nodes }: Read,
	conceptOf: Int32Array,
	concepts: number,
): Pick<Incidence, 'nameOf' | 'conceptOf'> {
	const left = trie.keeping(nodes.filter((_, found) => (conceptOf[found] as number) >= 0));
	const nodeOf = new Int32Array(concepts);
	const conceptAt = new Int32Array(left.trie.nodes).fill(-1);
	for (let found = 0; found < nodes.length; found++) {
		const concept = conceptOf[found] as number;
		if (concept < 0) continue;
		const node = left.nodeOf(nodes[found] as number);
		nodeOf[concept] = node;
		conceptAt[node] = concept;
	}
	return {
		nameOf: (concept) => left.trie.phraseOf(nodeOf[concept] as number),
		conceptOf(name) {
			const node = left.trie.find(name);
			const concept = node === undefined ? -1 : (conceptAt[node] as number);
			return concept < 0 ? undefined : concept;
		},
	};
}
