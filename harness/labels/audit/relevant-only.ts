import type { Qrels } from '../../contract.ts';

/**
 * Whether nothing is judged not relevant (below grade `rel`): a document without a label was then either never looked
 * at or looked at and left out, and the labels can't tell which.
 */
export function relevantOnly(qrels: Qrels, rel: number): boolean {
	return [...qrels.values()].every((grades) => [...grades.values()].every((grade) => grade >= rel));
}
