import type { Ranking } from '../contract.ts';
import { BenchError } from '../errors.ts';
import type { CorpusOrder } from '../ranking.ts';
import type { UnknownIds } from './query-policy.ts';

const SHOWN = 3;

/**
 * The ranking without ids that the corpus lacks, and how many were dropped; everything else is left as it is.
 *
 * @throws BenchError `plugin` under `error`, with up to three of the ids
 */
export function knownIds(
	ranking: Ranking,
	order: CorpusOrder,
	policy: UnknownIds,
	source: { readonly retriever: string; readonly queryId: string },
): { readonly ranking: Ranking; readonly dropped: number } {
	const unknown = ranking.filter(({ docId }) => !order.has(docId));
	if (unknown.length === 0) return { ranking, dropped: 0 };
	if (policy === 'drop') return { ranking: ranking.filter(({ docId }) => order.has(docId)), dropped: unknown.length };
	const shown = unknown.slice(0, SHOWN).map(({ docId }) => `"${docId}"`);
	const all = unknown.length === 1 ? 'which is not a document' : 'which are not documents';
	const more = unknown.length > SHOWN ? ` and ${unknown.length - SHOWN} more` : '';
	throw new BenchError(
		'plugin',
		`${source.retriever} returned ${shown.join(', ')}${more} for query ${source.queryId}, ${all} of the corpus`,
		{
			hint: 'A retriever may only return ids of the corpus it was given; ids are compared as text. `bench run --unknown-ids drop` leaves such ids out and counts them.',
		},
	);
}
