import type { Doc } from '../../harness/contract.ts';
import { conceptsOf } from './concepts.ts';
import { createTokenReader } from './noun-phrases.ts';

/** The concepts of each document, after pruning. */
export interface Incidence {
	/** In order of first appearance. */
	readonly concepts: readonly string[];
	/** By document: the indices of its concepts in {@link concepts}, ascending. */
	readonly byDoc: readonly Int32Array[];
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
	const readToken = createTokenReader();
	const numberOf = new Map<string, number>();
	const frequency: number[] = [];
	const read = corpus.map((doc) => {
		const found = conceptsOf(doc, readToken);
		const numbers = new Int32Array(found.size);
		let i = 0;
		for (const concept of found) {
			let number = numberOf.get(concept);
			if (number === undefined) {
				number = numberOf.size;
				numberOf.set(concept, number);
				frequency.push(0);
			}
			frequency[number] = (frequency[number] as number) + 1;
			numbers[i++] = number;
		}
		return numbers;
	});

	const most = Math.max(minDocs, Math.floor(corpus.length * maxShare));
	const conceptIndexOf = new Int32Array(frequency.length).fill(-1);
	const concepts: string[] = [];
	let prunedRare = 0;
	for (const [concept, number] of numberOf) {
		const docs = frequency[number] as number;
		if (docs < minDocs) prunedRare++;
		else if (docs <= most) conceptIndexOf[number] = concepts.push(concept) - 1;
	}
	const byDoc = read.map((numbers) => {
		const conceptIndices = numbers
			.map((number) => conceptIndexOf[number] as number)
			.filter((conceptIndex) => conceptIndex >= 0);
		return conceptIndices.sort();
	});
	return { concepts, byDoc, prunedRare, prunedCommon: frequency.length - concepts.length - prunedRare };
}
