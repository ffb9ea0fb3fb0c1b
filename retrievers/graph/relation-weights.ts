import type { Fact } from './facts.ts';
import { normaliseName } from './normalise.ts';

/** The weight that one statement of a fact adds to its edge. */
export type RelationWeight = (fact: Fact) => number;

/**
 * How relations weigh: `count` takes each document that states a fact as 1; `rarity` weighs it by how telling its
 * relation is, ln(1 + facts / facts of this relation) / ln(1 + facts), in (0, 1]: "is a" says little.
 */
export const RELATION_WEIGHTS: Readonly<Record<'count' | 'rarity', (facts: readonly Fact[]) => RelationWeight>> = {
	count: () => () => 1,
	rarity(facts) {
		const frequency = new Map<string, number>();
		for (const { relation } of facts) {
			const name = normaliseName(relation);
			frequency.set(name, (frequency.get(name) ?? 0) + 1);
		}
		const most = Math.log(1 + facts.length);
		return ({ relation }) => Math.log(1 + facts.length / (frequency.get(normaliseName(relation)) as number)) / most;
	},
};
