import { BenchError } from '../errors.ts';

/**
 * What a leg says of a candidate that it did not return.
 *
 * - `zero`: nothing; the leg adds no term.
 * - `union`: what it would say had it returned the candidate last: rank n + 1 after its n documents, with the score of
 *   the last of them. (The true score over the union of all legs is not known from kept rankings; this is the most it
 *   can have been.) A leg that returned nothing says nothing either way.
 */
export type AbsentPolicy = 'zero' | 'union';

export const ABSENT_HELP = 'a document that a leg did not return: zero (no term) or union (as if returned last)';

/** Reads the option; throws `usage` where it is neither word. */
export function absentPolicy(fusion: string, value: string): AbsentPolicy {
	if (value === 'zero' || value === 'union') return value;
	throw new BenchError('usage', `${fusion}: option absent takes zero or union, not "${value}"`, {
		hint: 'zero: a missing document gets no term. union: it is scored as if the leg had returned it last.',
	});
}
