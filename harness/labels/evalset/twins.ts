import type { Doc } from '../../contract.ts';
import { findDuplicates } from '../../datasets/near-duplicates.ts';

/** The near-duplicates of each document, itself left out, ascending. */
export type Twins = (place: number) => readonly number[];

/**
 * Documents that say the same in nearly the same words: what is relevant because of one is relevant because of the
 * other.
 *
 * @param threshold Jaccard of 3-word shingles from which two are twins, over 0, up to 1
 */
export function findTwins(corpus: readonly Doc[], threshold: number): Twins {
	const { exact, near } = findDuplicates(
		corpus.map(({ content }) => content),
		threshold,
	);
	const groupOf = new Map<number, readonly number[]>();
	for (const group of exact) for (const place of group) groupOf.set(place, group);
	const group = (place: number): readonly number[] => groupOf.get(place) ?? [place];
	const twins = new Map<number, Set<number>>();
	const join = (x: number, y: number): void => {
		if (x === y) return;
		const known = twins.get(x) ?? new Set<number>();
		twins.set(x, known.add(y));
	};
	for (const places of exact) for (const x of places) for (const y of places) join(x, y);
	// One text stands for each group of equal ones: what is near to it is near to all of them.
	for (const { a, b } of near)
		for (const x of group(a))
			for (const y of group(b)) {
				join(x, y);
				join(y, x);
			}
	return (place) => [...(twins.get(place) ?? [])].sort((x, y) => x - y);
}

export function twinsOfAll(twins: Twins, targets: readonly number[]): readonly number[] {
	const all = new Set(targets.flatMap((target) => twins(target)));
	for (const target of targets) all.delete(target);
	return [...all].sort((x, y) => x - y);
}
