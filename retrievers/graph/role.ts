import { option } from '../../harness/options.ts';

/**
 * The documents that a seeded leg may return: a *voter* may return its seeds, and so reorder what others found; a *generator* may
 * not, and only brings documents that did not seed it.
 */
export const ROLES = { voter: { returnsSeeds: true }, generator: { returnsSeeds: false } } as const;

export const roleOption = option.choice(
	'voter',
	['voter', 'generator'],
	'voter (may return its seeds) or generator (may not)',
);
