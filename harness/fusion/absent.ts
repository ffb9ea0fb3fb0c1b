import type { ChoiceOption } from '../contract.ts';
import { option } from '../options.ts';

/**
 * The contribution of a leg to a candidate that it did not return.
 *
 * - `zero`: nothing; the leg adds no term.
 * - `union`: what it would contribute had it returned the candidate last: rank n + 1 after its n documents, with the
 *   score of the last of them. (The true score over the union of all legs is not known from kept rankings; this is the
 *   most it can have been.) A leg that returned nothing contributes nothing either way.
 */
export type AbsentPolicy = 'zero' | 'union';

/** The option of every fusion that has the choice. */
export function absentOption(fallback: AbsentPolicy): ChoiceOption<AbsentPolicy> {
	return option.choice(
		fallback,
		['zero', 'union'],
		'a document that a leg did not return: zero (no term) or union (as if returned last)',
	);
}
