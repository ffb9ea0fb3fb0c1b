import type { Seeding } from './seeding.ts';

/** Seeds the walk with the best documents of the seeding legs, fused: each starts with its fused weight. */
export const base: Seeding = {
	summary: 'the best documents of the seeding legs, fused',
	startsFromPassages: true,
	prepare:
		({ options }) =>
		(_query, passages) =>
			passages.slice(0, options.seeds_per_query).map(({ docIndex, weight }) => ({ node: docIndex, weight })),
};
