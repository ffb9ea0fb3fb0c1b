import type { DocId, IndexedRanking, QueryId } from '../contract.ts';
import { type KeptRun, stepsOf } from './kept-run.ts';

/**
 * The fate of a relevant document:
 * - `found`: in the top K;
 * - `ranked_out`: a leg has it, and the fusion ranks it below K (of a single retriever: it is retrieved below K);
 * - `staged_out`: the fusion has it in the top K, and a stage takes it out or ranks it below;
 * - `not_retrieved`: no leg has it within its depth;
 * - `not_indexed`: it is not among the documents that were searched, or has no text.
 */
export type Fate = 'found' | 'ranked_out' | 'staged_out' | 'not_retrieved' | 'not_indexed';

export const LOST: readonly Exclude<Fate, 'found'>[] = ['ranked_out', 'staged_out', 'not_retrieved', 'not_indexed'];

export interface RelevantDocument {
	readonly queryIndex: number;
	readonly queryId: QueryId;
	readonly stratum: string;
	readonly docId: DocId;
	readonly grade: number;
	readonly fate: Fate;
	/** The stage that took it out of the top K; of `staged_out` alone. */
	readonly lostBy?: string;
	/** 1-based rank in the run's ranking; undefined where it is not in it. */
	readonly rank: number | undefined;
	/** By leg: 1-based rank within its depth. */
	readonly legRanks: readonly (number | undefined)[];
	/** By leg: rank at a larger depth; undefined where the leg does not have it there either, or nothing was kept. */
	readonly deeperRanks: readonly (number | undefined)[] | undefined;
}

/** Rankings of the legs at a larger depth than the system's, by leg name, then queryIndex. */
export type DeeperLegs = ReadonlyMap<string, readonly IndexedRanking[]>;

/** Every relevant document (grade from `rel` up) of every query, in the order of queries and judgments. */
export function relevantDocuments(
	kept: KeptRun,
	cutoff: number,
	{ rel = 1, deeper }: { readonly rel?: number; readonly deeper?: DeeperLegs | undefined } = {},
): readonly RelevantDocument[] {
	const { dataset, order, legs, rankings, pipeline } = kept;
	return dataset.queries.flatMap((query, queryIndex): readonly RelevantDocument[] => {
		const grades = [...(dataset.qrels.get(query.id) ?? [])].filter(([, grade]) => grade >= rel);
		if (grades.length === 0) return [];
		const ranks = ranksOf(rankings[queryIndex]);
		const legsRanks = legs.map((leg) => ranksOf(leg.rankings[queryIndex]));
		const deeperRanks = deeper && legs.map(({ name }) => ranksOf(deeper.get(name)?.[queryIndex]));
		const steps =
			pipeline === undefined || pipeline.stages.length === 0 ? [] : stepsOf({ ...kept, pipeline }, queryIndex);
		return grades.map(([docId, grade]): RelevantDocument => {
			const docIndex = order.get(docId);
			const rankIn = (table: ReadonlyMap<number, number>): number | undefined =>
				docIndex === undefined ? undefined : table.get(docIndex);
			const found = {
				rank: rankIn(ranks),
				legRanks: legsRanks.map(rankIn),
				deeperRanks: deeperRanks?.map(rankIn),
			};
			const fusedRank = docIndex === undefined ? undefined : steps[0]?.ranks.get(docIndex)?.rank;
			const searched = docIndex !== undefined && hasText(kept, docIndex);
			return {
				queryIndex,
				queryId: query.id,
				stratum: query.stratum,
				docId,
				grade,
				...found,
				...lossOf(
					fateOf(found, { cutoff, searched, fusedRank, fused: legs.length > 0 }),
					steps.map(({ name, ranks: after }) => ({
						name,
						inTop: docIndex !== undefined && (after.get(docIndex)?.rank ?? Number.POSITIVE_INFINITY) <= cutoff,
					})),
				),
			};
		});
	});
}

/** The last stage before which the document was in the top K, and behind which it is not. */
function lossOf(
	fate: Fate,
	steps: readonly { readonly name: string; readonly inTop: boolean }[],
): Pick<RelevantDocument, 'fate' | 'lostBy'> {
	if (fate !== 'staged_out') return { fate };
	const lost = steps.findLastIndex(({ inTop }, i) => i > 0 && !inTop && steps[i - 1]?.inTop === true);
	const name = steps[lost]?.name;
	return name === undefined ? { fate } : { fate, lostBy: name };
}

function fateOf(
	{ rank, legRanks }: Pick<RelevantDocument, 'rank' | 'legRanks'>,
	facts: {
		readonly cutoff: number;
		readonly searched: boolean;
		readonly fusedRank: number | undefined;
		readonly fused: boolean;
	},
): Fate {
	if (rank !== undefined && rank <= facts.cutoff) return 'found';
	const retrieved = facts.fused ? legRanks.some((legRank) => legRank !== undefined) : rank !== undefined;
	if (!retrieved) return facts.searched ? 'not_retrieved' : 'not_indexed';
	return facts.fusedRank !== undefined && facts.fusedRank <= facts.cutoff ? 'staged_out' : 'ranked_out';
}

/** A document without a word has nothing that an index could hold. */
function hasText({ dataset }: KeptRun, docIndex: number): boolean {
	const doc = dataset.corpus[docIndex];
	if (doc === undefined) return false;
	return [doc.content, ...doc.tags, ...doc.expandedKeywords].some((text) => text.trim() !== '');
}

function ranksOf(ranking: IndexedRanking | undefined): ReadonlyMap<number, number> {
	const ranks = new Map<number, number>();
	ranking?.docs.forEach((docIndex, i) => {
		ranks.set(docIndex, i + 1);
	});
	return ranks;
}
