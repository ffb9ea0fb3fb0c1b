import type { Doc } from '../../contract.ts';
import { findDuplicates } from '../../datasets/near-duplicates.ts';

/** The near-duplicates of each document, itself left out, ascending. */
export type NearDuplicates = (docIndex: number) => readonly number[];

/**
 * Documents that say the same in nearly the same words: what is relevant because of one is relevant because of the
 * other.
 *
 * @param threshold Jaccard of 3-word shingles from which two are near duplicates, over 0, up to 1
 */
export function findNearDuplicates(corpus: readonly Doc[], threshold: number): NearDuplicates {
	const { exact, near } = findDuplicates(
		corpus.map(({ content }) => content),
		threshold,
	);
	const groupOf = new Map<number, readonly number[]>();
	for (const group of exact) for (const docIndex of group) groupOf.set(docIndex, group);
	const group = (docIndex: number): readonly number[] => groupOf.get(docIndex) ?? [docIndex];
	const nearDuplicates = new Map<number, Set<number>>();
	const join = (x: number, y: number): void => {
		if (x === y) return;
		const known = nearDuplicates.get(x) ?? new Set<number>();
		nearDuplicates.set(x, known.add(y));
	};
	for (const docIndices of exact) for (const x of docIndices) for (const y of docIndices) join(x, y);
	// One text stands for each group of equal ones: what is near to it is near to all of them.
	for (const { a, b } of near)
		for (const x of group(a))
			for (const y of group(b)) {
				join(x, y);
				join(y, x);
			}
	return (docIndex) => [...(nearDuplicates.get(docIndex) ?? [])].sort((x, y) => x - y);
}

export function nearDuplicatesOfAll(nearDuplicates: NearDuplicates, targets: readonly number[]): readonly number[] {
	const all = new Set(targets.flatMap((target) => nearDuplicates(target)));
	for (const target of targets) all.delete(target);
	return [...all].sort((x, y) => x - y);
}
