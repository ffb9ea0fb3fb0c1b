import type { RetrieveContext } from '../../harness/contract.ts';
import { buildPool } from '../../harness/fusion/pool.ts';
import { rrf } from '../../harness/fusion/rrf.ts';
import { defaultsOf } from '../../harness/options.ts';
import { type CorpusOrder, toIndexed, topCandidates } from '../../harness/ranking.ts';

/** A document that a walk starts from, by docIndex, with the share of the start it gets. */
export interface Seed {
	readonly docIndex: number;
	/** (0, 1]; the best seed of a query has 1. */
	readonly weight: number;
}

/**
 * The best documents of the seeding legs, fused by RRF with unit weights (k = 60), best first; a seed's weight is its
 * fused score over that of the best. Documents that this retriever was not given (another leg may hold more) are no
 * seeds.
 */
export function fusedSeeds(legs: RetrieveContext['seeds'], order: CorpusOrder, howMany: number): readonly Seed[] {
	const pool = buildPool(
		[...legs].map(([name, ranking]) => {
			const known = ranking.filter(({ docId }) => order.has(docId));
			const indexed = toIndexed(known, order, known.length, { retriever: name, queryId: 'seeds' });
			return { name, ranking: indexed, depth: known.length, exclude: [] };
		}),
	);
	const scores = new Float64Array(pool.docs.length);
	rrf.score(pool, new Float64Array(pool.legs.length).fill(1), defaultsOf(rrf.options), scores);
	const top = topCandidates(scores, howMany);
	const best = scores[top[0] ?? 0] ?? 1;
	return Array.from(top, (candidate) => ({
		docIndex: pool.docs[candidate] as number,
		weight: (scores[candidate] as number) / best,
	}));
}
