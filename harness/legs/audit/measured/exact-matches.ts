import type { KeptLegs } from '../../../fusion/kept-legs.ts';

/** Which documents hold, as a phrase, a query that they are a candidate for: where an exact-match stage has any say. */
export function exactMatches(kept: KeptLegs): (docIndex: number) => boolean {
	const matching = new Set<number>();
	kept.queries.forEach((_, query) => {
		const { exactMatch } = kept.features(query);
		for (const { rankings } of kept.legs)
			for (const docIndex of rankings[query]?.docs ?? []) if (exactMatch(docIndex)) matching.add(docIndex);
	});
	return (docIndex) => matching.has(docIndex);
}
