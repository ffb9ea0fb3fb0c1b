import { createIntList } from './int-list.ts';

/** The node of the empty phrase. */
export const ROOT = 0;

/**
 * Phrases as paths of words in a trie. A node is a number, and a phrase of any length costs 16 bytes or so beyond its
 * beginning, where the same phrase as the key of a Map takes a hundred: a corpus of 100,000 documents has millions of
 * phrases, most of them once.
 */
export interface PhraseTrie {
	readonly nodes: number;
	/** The node of a phrase (words between single spaces), made where there is none. */
	enter(phrase: string): number;
	/** The node of the phrase of `node` with one more word, made where there is none. */
	extend(node: number, word: number): number;
	/** The node of a phrase; undefined where it has none. */
	find(phrase: string): number | undefined;
	/** The number of a word. A word has no space in it. */
	wordNumber(word: string): number;
	/** The words of a node's phrase between single spaces. */
	phraseOf(node: number): string;
	/** A trie of these phrases (nodes of this one, ascending) and their beginnings, with the number that each node has in it. */
	keeping(nodes: Int32Array): { readonly trie: PhraseTrie; readonly nodeOf: (node: number) => number };
}

export function createPhraseTrie(): PhraseTrie {
	const words: string[] = [];
	const numberOf = new Map<string, number>();
	// The root stands for itself; no other node has -1 as its word.
	const parents = createIntList();
	const lastWords = createIntList();
	parents.push(ROOT);
	lastWords.push(-1);
	// Open addressing with linear probing: a slot holds a node, 0 none.
	let slots = new Int32Array(1 << 12);

	function slotOf(parent: number, word: number): number {
		let slot = mix(parent, word) & (slots.length - 1);
		for (;;) {
			const node = slots[slot] as number;
			if (node === ROOT || (parents.get(node) === parent && lastWords.get(node) === word)) return slot;
			slot = (slot + 1) & (slots.length - 1);
		}
	}

	function enlarge(): void {
		slots = new Int32Array(2 * slots.length);
		for (let node = 1; node < parents.length; node++) slots[slotOf(parents.get(node), lastWords.get(node))] = node;
	}

	function extend(parent: number, word: number): number {
		const slot = slotOf(parent, word);
		const found = slots[slot] as number;
		if (found !== ROOT) return found;
		const node = parents.length;
		slots[slot] = node;
		parents.push(parent);
		lastWords.push(word);
		if (4 * node > 3 * slots.length) enlarge();
		return node;
	}

	function wordNumber(word: string): number {
		let number = numberOf.get(word);
		if (number === undefined) {
			number = words.push(word) - 1;
			numberOf.set(word, number);
		}
		return number;
	}

	function phraseOf(node: number): string {
		const written: string[] = [];
		for (let at = node; at !== ROOT; at = parents.get(at)) written.push(words[lastWords.get(at)] as string);
		return written.reverse().join(' ');
	}

	return {
		get nodes() {
			return parents.length;
		},
		enter(phrase) {
			let node = ROOT;
			for (const word of phrase.split(' ')) node = extend(node, wordNumber(word));
			return node;
		},
		extend,
		find(phrase) {
			let node = ROOT;
			for (const word of phrase.split(' ')) {
				const number = numberOf.get(word);
				if (number === undefined) return undefined;
				node = slots[slotOf(node, number)] as number;
				if (node === ROOT) return undefined;
			}
			return node;
		},
		wordNumber,
		phraseOf,
		keeping(kept) {
			// A beginning is older than what extends it, so one walk from the last node to the first marks them all.
			const renumbered = new Int32Array(parents.length);
			for (const node of kept) renumbered[node] = 1;
			for (let node = parents.length - 1; node > 0; node--)
				if (renumbered[node] === 1) renumbered[parents.get(node)] = 1;
			const trie = createPhraseTrie();
			renumbered[ROOT] = ROOT;
			for (let node = 1; node < parents.length; node++)
				if (renumbered[node] === 1)
					renumbered[node] = trie.extend(
						renumbered[parents.get(node)] as number,
						trie.wordNumber(words[lastWords.get(node)] as string),
					);
			return { trie, nodeOf: (node) => renumbered[node] as number };
		},
	};
}

/** Two numbers as 32 well mixed bits (the finaliser of MurmurHash3 over both). */
function mix(x: number, y: number): number {
	let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}
