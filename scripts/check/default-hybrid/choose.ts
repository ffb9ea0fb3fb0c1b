import { OVERALL } from '../../../harness/compare/comparison.ts';
import type { Measured } from './cells.ts';

/** Candidates whose worst cells are this near are not told apart by them: a few queries' worth. */
const ALIKE = 0.01;

/** By dataset, by candidate, by cell: the difference from the best single leg. */
export type Differences = ReadonlyMap<Measured, readonly (readonly number[])[]>;

export function worstOver(sets: readonly Measured[], differences: Differences, candidate: number): number {
	return Math.min(...sets.flatMap((set) => differences.get(set)?.[candidate] as readonly number[]));
}

/** Mean over datasets of the difference in nDCG@10 overall. */
export function meanOver(sets: readonly Measured[], differences: Differences, candidate: number): number {
	const values = sets.map((set) => {
		const at = set.cells.findIndex(({ scope, metric }) => scope === OVERALL && metric === 'nDCG@10');
		return differences.get(set)?.[candidate]?.[at] as number;
	});
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The rule that chooses: of the candidates whose worst cell on these datasets is within {@link ALIKE} of the best worst
 * cell, the one with the best mean over datasets.
 */
export function choose(sets: readonly Measured[], differences: Differences, candidates: number): number {
	const all = Array.from({ length: candidates }, (_, i) => i);
	const worst = all.map((candidate) => worstOver(sets, differences, candidate));
	const best = Math.max(...worst);
	return all
		.filter((candidate) => (worst[candidate] as number) >= best - ALIKE)
		.reduce((x, y) => (meanOver(sets, differences, y) > meanOver(sets, differences, x) ? y : x));
}
