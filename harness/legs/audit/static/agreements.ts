import { randomStream, shuffled } from '../../../random.ts';

/**
 * Ways in which the other legs may agree. A document is a number here: 0 and up. `lists` gives one list per leg, each
 * as long as the leg is deep: the audit is about others at full depth, for where they return fewer than K documents
 * anything enters.
 */
export interface Agreement {
	/** Completes "where the others ...". */
	says(cutoff: number): string;
	lists(depths: readonly number[], cutoff: number): readonly (readonly number[])[];
}

/**
 * Between the first two a leg-only document has it easy or hard in the way that people expect; `same head` and
 * `opposed heads` are the true extremes of reciprocal rank fusion: lists that share the first K - 1 documents spend
 * their ranks on few documents, lists that hold the same K documents in opposite order lift all K of them.
 */
export const AGREEMENTS: Readonly<Record<string, Agreement>> = {
	disjoint: {
		says: () => 'return nothing in common',
		lists: (depths) => depths.map((depth, leg) => ranks(depth).map((rank) => own(leg, rank))),
	},
	identical: {
		says: () => 'return the same list',
		lists: (depths) => depths.map(ranks),
	},
	'same head': {
		says: (cutoff) => `agree on the first ${cutoff - 1} documents and on nothing after`,
		lists: (depths, cutoff) =>
			depths.map((depth, leg) => ranks(depth).map((rank) => (rank < cutoff - 1 ? rank : own(leg, rank)))),
	},
	'opposed heads': {
		says: (cutoff) => `return the same first ${cutoff} documents in opposite order`,
		lists: (depths, cutoff) =>
			depths.map((depth, leg) => {
				const head = Math.min(cutoff, ...depths);
				return ranks(depth).map((rank) => (rank >= head ? own(leg, rank) : leg % 2 === 0 ? rank : head - 1 - rank));
			}),
	},
	interleaved: {
		says: () => 'share every second document',
		lists: (depths) => depths.map((depth, leg) => ranks(depth).map((rank) => (rank % 2 === 0 ? own(leg, rank) : rank))),
	},
	shifted: {
		says: (cutoff) => `return one list, each beginning ${cutoff} documents further down`,
		lists: (depths, cutoff) => depths.map((depth, leg) => ranks(depth).map((rank) => rank + leg * cutoff)),
	},
	reversed: {
		says: () => 'return the same documents, every second leg backwards',
		lists: (depths) =>
			depths.map((depth, leg) => (leg % 2 === 0 ? ranks(depth) : ranks(depth).map((rank) => depth - 1 - rank))),
	},
};

/**
 * Lists in which the same documents stand in orders that have nothing to do with each other: here documents come out
 * of the fusion closer to each other than in any tidy agreement, which is where a small weight can turn two of them.
 */
export function scatteredLists(depths: readonly number[], draw: number): readonly (readonly number[])[] {
	const deepest = Math.max(0, ...depths);
	return depths.map((depth, leg) => shuffled(ranks(deepest), randomStream(draw, `scattered/${leg}`)).slice(0, depth));
}

/** With fewer than two others there is nothing to agree on. */
export function agreementsAmong(others: number): readonly string[] {
	return others < 2 ? ['disjoint'] : Object.keys(AGREEMENTS);
}

/** Begins a sentence about an input; empty where there is only one other leg. */
export function whereOthers(agreement: string, others: number, cutoff: number): string {
	const says = AGREEMENTS[agreement]?.says(cutoff) ?? 'return the same documents in unrelated orders';
	return others < 2 ? '' : `where the others ${says}, `;
}

function ranks(depth: number): readonly number[] {
	return Array.from({ length: depth }, (_, rank) => rank);
}

/** A document that only this leg returns; no depth reaches into another leg's block. */
function own(leg: number, rank: number): number {
	return (leg + 1) * BLOCK + rank;
}

const BLOCK = 2 ** 22;
