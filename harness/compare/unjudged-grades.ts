import type { IndexedRanking, JudgedRanking, Metric } from '../contract.ts';
import type { JudgedQuery } from '../metrics/judged.ts';
import type { RandomStream } from '../random.ts';

/** One query as two runs answered it, with what is judged of it. */
export interface PairedQuery {
	readonly judged: JudgedQuery;
	readonly baseline: IndexedRanking;
	readonly challenger: IndexedRanking;
	/** Documents without a judgment in the top K of either run, as docIndex, each once. */
	readonly open: readonly number[];
}

/** Grades that documents without a judgment are taken to have, by docIndex; those left out stay unjudged. */
export type AssumedGrades = ReadonlyMap<number, number>;

export interface PairScores {
	readonly baseline: number;
	readonly challenger: number;
}

/** K of the "top K" that a metric sees: its cutoff, or the whole list. */
export function topOf({ docs }: IndexedRanking, { cutoff }: Metric): Int32Array {
	return Number.isFinite(cutoff) ? docs.subarray(0, cutoff) : docs;
}

export function pairedQuery(
	metric: Metric,
	judged: JudgedQuery,
	baseline: IndexedRanking,
	challenger: IndexedRanking,
): PairedQuery {
	const open = new Set<number>();
	for (const ranking of [baseline, challenger])
		for (const doc of topOf(ranking, metric)) if (!judged.gradeOf.has(doc)) open.add(doc);
	return { judged, baseline, challenger, open: [...open] };
}

/** Both runs' scores where these documents have these grades. What is assumed relevant joins the ideal too. */
export function scoresUnder(metric: Metric, query: PairedQuery, assumed: AssumedGrades): PairScores {
	const { judged, baseline, challenger } = query;
	const ideal = [...judged.ideal, ...assumed.values()].sort((x, y) => y - x);
	const ranked = ({ docs }: IndexedRanking): JudgedRanking => ({
		grades: Int8Array.from(docs, (doc) => judged.gradeOf.get(doc) ?? assumed.get(doc) ?? -1),
		ideal,
	});
	return { baseline: metric.score(ranked(baseline)), challenger: metric.score(ranked(challenger)) };
}

/**
 * The open documents that have to be relevant, of this grade, and no others, for the lead of one run over the other to
 * be as small as it can be on this query.
 *
 * A metric may be a sum of gains over something that depends on the number of relevant documents only (recall,
 * precision, nDCG, RBP). Then the documents that hurt the lead most are the same however many there are: taking them in
 * the order of what each does alone, and keeping the best number of them, is exact. For the other metrics (reciprocal rank, AP)
 * single documents are then turned around for as long as it helps, which finds the least or comes close to it.
 */
export function worstGrades(
	metric: Metric,
	query: PairedQuery,
	leader: keyof PairScores,
	grade: number,
): AssumedGrades {
	const lead = (docs: readonly number[]): number => {
		const scores = scoresUnder(metric, query, new Map(docs.map((doc) => [doc, grade])));
		return leader === 'challenger' ? scores.challenger - scores.baseline : scores.baseline - scores.challenger;
	};
	const harm = new Map(query.open.map((doc) => [doc, lead([doc])]));
	const order = [...query.open].sort((x, y) => (harm.get(x) as number) - (harm.get(y) as number));
	let chosen: readonly number[] = [];
	let least = lead([]);
	const take = (docs: readonly number[]): boolean => {
		const value = lead(docs);
		if (value >= least - 1e-12) return false;
		[chosen, least] = [docs, value];
		return true;
	};
	for (let count = 1; count <= order.length; count++) take(order.slice(0, count));
	for (let turned = order.length > 0; turned; ) {
		turned = false;
		for (const doc of order)
			turned = take(chosen.includes(doc) ? chosen.filter((other) => other !== doc) : [...chosen, doc]) || turned;
	}
	return new Map(chosen.map((doc) => [doc, grade]));
}

/** Grades of the judged documents that either run returns, by rank (0-based). */
export type GradesByRank = readonly (readonly number[])[];

export function judgedGradesByRank(metric: Metric, queries: readonly PairedQuery[]): GradesByRank {
	const byRank: number[][] = [];
	for (const { judged, baseline, challenger } of queries)
		for (const ranking of [baseline, challenger])
			topOf(ranking, metric).forEach((doc, rank) => {
				const grade = judged.gradeOf.get(doc);
				if (grade === undefined) return;
				while (byRank.length <= rank) byRank.push([]);
				byRank[rank]?.push(grade);
			});
	return byRank;
}

/**
 * Draws a grade for every open document from those of judged documents at its rank (the better one of its two; where
 * none is judged at that rank, from those at any): unjudged ones are relevant as often as judged ones there.
 */
export function drawnGrades(query: PairedQuery, byRank: GradesByRank, stream: RandomStream): AssumedGrades {
	const rankOf = new Map<number, number>();
	for (const { docs } of [query.baseline, query.challenger])
		docs.forEach((doc, rank) => {
			rankOf.set(doc, Math.min(rank, rankOf.get(doc) ?? rank));
		});
	const all = byRank.flat();
	return new Map(
		query.open.flatMap((doc): [number, number][] => {
			const there = byRank[rankOf.get(doc) as number] ?? [];
			const from = there.length > 0 ? there : all;
			return from.length === 0 ? [] : [[doc, from[stream.below(from.length)] as number]];
		}),
	);
}
