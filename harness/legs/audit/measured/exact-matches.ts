import type { KeptLegs } from '../../../fusion/kept-legs.ts';

/** Documents that hold, as a phrase, a query that they are a candidate for: an exact-match stage can act on no others. */
export function exactMatches(kept: KeptLegs): (docIndex: number) => boolean {
	const matching = new Set<number>();
	kept.queries.forEach((_, query) => {
		const { exactMatch } = kept.features(query);
		for (const { rankings } of kept.legs)
			for (const docIndex of rankings[query]?.docs ?? []) if (exactMatch(docIndex)) matching.add(docIndex);
	});
	return (docIndex) => matching.has(docIndex);
}
