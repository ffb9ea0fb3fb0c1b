/** The reach of a leg in its system, in a word. */
export type LegVerdict =
	| 'cannot-matter'
	| 'empty'
	| 'constant'
	| 'starved'
	| 'seed-locked'
	| 'demote-only'
	| 'reorder-impossible'
	| 'reorder-only'
	| 'dominant'
	| 'live';

/**
 * Every verdict with its meaning, in order of precedence: of several that hold, the first is given. What a leg
 * returns comes before what the system could do with it, and what no weight can mend before what a weight can.
 */
export const LEG_VERDICTS: Readonly<Record<LegVerdict, string>> = {
	empty: 'it returns nothing for most queries',
	constant: 'all its scores are equal for most queries, so its order there is that of the corpus',
	starved: 'a limit, a concatenation or a filter cuts its documents before they compete',
	'cannot-matter': 'it can change the top K in no way: neither by a document of its own nor by the order of the others',
	'seed-locked': 'its list begins with its seeds in their order, so newcomers cannot rise past them at any weight',
	'demote-only': 'it never returns what the others put on top, so any weight only pushes the head down',
	'reorder-impossible': 'it decides which documents are there, and has no say in the order of the others',
	'reorder-only': "it can reorder the others' documents, not add one while their lists are full",
	dominant: 'its order alone decides the top K, whatever the others say',
	live: 'a document that only this leg returns can enter the top K, and the leg can reorder what others return',
};

/** The reach of a post-fusion stage, in a word. */
export type StageVerdict = 'constant' | 'dominant' | 'cut' | 'live';

export const STAGE_VERDICTS: Readonly<Record<StageVerdict, string>> = {
	constant: 'it treats every document alike, so it changes no order',
	dominant: 'its order replaces that of the fusion: the legs only decide which documents are there',
	cut: 'it takes documents out and reorders none',
	live: 'it can change the order',
};
