import type { Doc } from '../contract.ts';
import { words } from './lexical-overlap.ts';
import { jaccardOf, NEAR_DUPLICATE, shingleAt, shingleCount } from './near-duplicates.ts';

/** Documents, those that hold the text of a sensitive one marked as sensitive too. */
export interface MarkedDocs {
	readonly docs: readonly Doc[];
	/** Documents that were not marked, and are now. */
	readonly copies: number;
}

/**
 * The one rule for copies of what is sensitive: a document without the mark whose text is that of one with it, or
 * nearly, is as sensitive, wherever documents are read.
 */
export function markCopies(docs: readonly Doc[]): MarkedDocs {
	const isCopy = copiesOf(docs.flatMap(({ sensitive, content }) => (sensitive ? [content] : [])));
	if (isCopy === undefined) return { docs, copies: 0 };
	let copies = 0;
	const marked = docs.map((doc) => {
		if (doc.sensitive || !isCopy(doc.content)) return doc;
		copies++;
		return { ...doc, sensitive: true };
	});
	return { docs: marked, copies };
}

/**
 * Whether a text is a copy of one of these: a near duplicate as `findDuplicates` finds them, which the same text but for
 * white space, punctuation and letter case is too. Texts without any word are copies where white space aside they are
 * the same. Undefined where there is nothing to copy.
 */
export function copiesOf(secrets: readonly string[]): ((text: string) => boolean) | undefined {
	const sizes: number[] = [];
	const holders = new Map<string, number[]>();
	const wordless = new Set<string>();
	secrets.forEach((secret, index) => {
		const all = words(secret);
		const distinct = new Set(Array.from({ length: shingleCount(all) }, (_, i) => shingleAt(all, i)));
		sizes.push(distinct.size);
		for (const shingle of distinct) {
			const known = holders.get(shingle);
			if (known === undefined) holders.set(shingle, [index]);
			else known.push(index);
		}
		const signs = signsOf(secret);
		if (all.length === 0 && signs !== '') wordless.add(signs);
	});
	if (holders.size === 0 && wordless.size === 0) return undefined;
	return (text) => {
		const all = words(text);
		return all.length === 0 ? wordless.has(signsOf(text)) : isNear(all, holders, sizes);
	};
}

function signsOf(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

function isNear(
	all: readonly string[],
	holders: ReadonlyMap<string, readonly number[]>,
	sizes: readonly number[],
): boolean {
	const count = shingleCount(all);
	// Of a near duplicate's shingles, at least the share of the threshold is shared; most texts end here early.
	const mayMiss = (1 - NEAR_DUPLICATE) * count + 1e-9;
	const found = new Set<string>();
	const missed = new Set<string>();
	const shared = new Map<number, number>();
	for (let i = 0; i < count; i++) {
		const shingle = shingleAt(all, i);
		if (found.has(shingle)) continue;
		const known = holders.get(shingle);
		if (known === undefined) {
			if (missed.add(shingle).size > mayMiss) return false;
			continue;
		}
		found.add(shingle);
		for (const secret of known) shared.set(secret, (shared.get(secret) ?? 0) + 1);
	}
	const size = found.size + missed.size;
	return [...shared].some(([secret, both]) => jaccardOf(both, size, sizes[secret] as number) >= NEAR_DUPLICATE);
}
