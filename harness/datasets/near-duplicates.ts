import { words } from './lexical-overlap.ts';

export interface NearDuplicatePair {
	/** Indices in the list of texts, `a < b`. */
	readonly a: number;
	readonly b: number;
	/** Jaccard of the sets of shingles; 1 for texts of the same words in the same order. */
	readonly jaccard: number;
}

export interface Duplicates {
	/** Texts that are the same to the character, as indices in the list, ascending; groups of two or more. */
	readonly exact: readonly (readonly number[])[];
	/** Pairs of different texts at or over the threshold, by a, then b. One text stands for each group in `exact`. */
	readonly near: readonly NearDuplicatePair[];
}

/** Words in a shingle. A text of fewer words is one shingle. */
const shingleWords = 3;

/** The Jaccard similarity from which two texts are near duplicates where nobody says otherwise. */
export const NEAR_DUPLICATE = 0.8;

/**
 * Exact and near duplicates among texts. Two texts are near duplicates when the Jaccard similarity of their sets of
 * 3-word shingles (Broder, "On the resemblance and containment of documents", 1997) reaches `threshold`. Every such
 * pair is found: candidates come from prefix filtering (Chaudhuri et al. 2006; Bayardo et al., "Scaling up all pairs
 * similarity search", 2007), not from hashing at random. Texts without any word are never near duplicates.
 *
 * @param threshold over 0, up to 1.
 */
export function findDuplicates(texts: readonly string[], threshold = NEAR_DUPLICATE): Duplicates {
	const groups = new Map<string, number[]>();
	texts.forEach((text, textIndex) => {
		const group = groups.get(text);
		if (group === undefined) groups.set(text, [textIndex]);
		else group.push(textIndex);
	});
	const distinct = [...groups.values()].map((group) => group[0] as number);
	return {
		exact: [...groups.values()].filter((group) => group.length > 1),
		near: nearPairs(distinct, shingleSets(distinct, texts), threshold),
	};
}

/** Each text's shingles as numbers, ascending; the rarer the shingle, the lower its number. */
function shingleSets(textIndices: readonly number[], texts: readonly string[]): Int32Array[] {
	const numberOf = new Map<string, number>();
	const frequency: number[] = [];
	const sets = textIndices.map((textIndex) => {
		const numbers = new Set<number>();
		for (const shingle of shingles(texts[textIndex] as string)) {
			let number = numberOf.get(shingle);
			if (number === undefined) {
				number = numberOf.size;
				numberOf.set(shingle, number);
				frequency.push(0);
			}
			numbers.add(number);
		}
		for (const number of numbers) frequency[number] = (frequency[number] as number) + 1;
		return numbers;
	});
	const byRarity = Int32Array.from(frequency.keys()).sort(
		(x, y) => (frequency[x] as number) - (frequency[y] as number) || x - y,
	);
	const rank = new Int32Array(byRarity.length);
	byRarity.forEach((number, textIndex) => {
		rank[number] = textIndex;
	});
	return sets.map((set) => Int32Array.from(set, (number) => rank[number] as number).sort());
}

function shingles(text: string): string[] {
	const all = words(text);
	return Array.from({ length: shingleCount(all) }, (_, i) => shingleAt(all, i));
}

/** How many shingles a text of these words has, repeated ones again; 0 where there is no word. */
export function shingleCount(all: readonly string[]): number {
	return all.length === 0 ? 0 : Math.max(1, all.length - shingleWords + 1);
}

/** The shingle that begins with the word of this index. */
export function shingleAt(all: readonly string[], index: number): string {
	return all.slice(index, index + shingleWords).join(' ');
}

function nearPairs(
	textIndices: readonly number[],
	sets: readonly Int32Array[],
	threshold: number,
): NearDuplicatePair[] {
	const pairs: NearDuplicatePair[] = [];
	// Two sets with Jaccard >= t share an element among the rarest |x| - ceil(t |x|) + 1 of each: only those are indexed.
	const index = new Map<number, number[]>();
	const bySize = [...sets.keys()].sort((x, y) => length(sets, x) - length(sets, y) || x - y);
	for (const x of bySize) {
		const set = sets[x] as Int32Array;
		if (set.length === 0) continue;
		const prefix = set.subarray(0, set.length - Math.ceil(threshold * set.length - 1e-9) + 1);
		const candidates = new Set<number>();
		for (const shingle of prefix) {
			const holders = index.get(shingle);
			if (holders === undefined) index.set(shingle, [x]);
			else {
				for (const y of holders) if (length(sets, y) >= threshold * set.length - 1e-9) candidates.add(y);
				holders.push(x);
			}
		}
		for (const y of candidates) {
			const similarity = sortedJaccard(set, sets[y] as Int32Array);
			if (similarity < threshold) continue;
			const ends = [textIndices[x] as number, textIndices[y] as number];
			pairs.push({ a: Math.min(...ends), b: Math.max(...ends), jaccard: similarity });
		}
	}
	return pairs.sort((p, q) => p.a - q.a || p.b - q.b);
}

function length(sets: readonly Int32Array[], textIndex: number): number {
	return (sets[textIndex] as Int32Array).length;
}

function sortedJaccard(x: Int32Array, y: Int32Array): number {
	let shared = 0;
	for (let i = 0, j = 0; i < x.length && j < y.length; ) {
		const difference = (x[i] as number) - (y[j] as number);
		if (difference === 0) shared++;
		if (difference <= 0) i++;
		if (difference >= 0) j++;
	}
	return jaccardOf(shared, x.length, y.length);
}

/** The Jaccard similarity of two sets from their sizes and how many elements they share. */
export function jaccardOf(shared: number, one: number, other: number): number {
	return shared / (one + other - shared);
}
