import type { Doc, Json } from '../../harness/contract.ts';

/** The unit that gets a vector of its own: a whole document, each of its fields, or each window of its text. */
export const UNIT_CHOICES = ['content', 'fields', 'chunks'] as const;
export type UnitChoice = (typeof UNIT_CHOICES)[number];

/** How the units of a document make its score; see {@link POOL_HELP}. */
export const POOL_CHOICES = ['max', 'sum', 'first'] as const;
export type PoolChoice = (typeof POOL_CHOICES)[number];
export const POOL_HELP = 'how units speak for their document: the best of them, their sum, or only the first';

/**
 * Title, narrative and each fact, where the document's metadata has any of them, in this order (the per-field documents
 * of claude-mem); undefined where it has none.
 */
export function fieldUnits({ metadata }: Doc): readonly string[] | undefined {
	const texts = [metadata.title, metadata.narrative, ...listOf(metadata.facts)].filter(
		(text): text is string => typeof text === 'string' && text.trim() !== '',
	);
	return texts.length === 0 ? undefined : texts;
}

function listOf(value: Json | undefined): readonly Json[] {
	return Array.isArray(value) ? value : value === undefined ? [] : [value as Json];
}
