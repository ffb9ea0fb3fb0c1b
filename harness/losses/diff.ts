import type { DocId, IndexedRanking, QueryId } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { docIdOf, type KeptRun } from './kept-run.ts';

/** The changes between two runs on the same queries. */
export interface RunDiff {
	readonly first: string;
	readonly second: string;
	readonly metric: string;
	/** K of the top K that documents enter and leave. */
	readonly cutoff: number;
	/** The label of the one run that has no legs, while the other has; undefined: both have, or neither. */
	readonly standsForLegs: string | undefined;
	/** Queries that both runs are scored on, in order of the dataset. */
	readonly queries: readonly QueryChange[];
}

export interface QueryChange {
	readonly queryIndex: number;
	readonly queryId: QueryId;
	readonly stratum: string;
	readonly before: number;
	readonly after: number;
	/** after - before */
	readonly delta: number;
	/** Documents of the second run's top K that were not in the first one's, best first. */
	readonly entered: readonly MovedDocument[];
	readonly left: readonly MovedDocument[];
}

export interface MovedDocument {
	readonly docId: DocId;
	/** Undefined: nobody judged it. */
	readonly grade: number | undefined;
	readonly before: number | undefined;
	readonly after: number | undefined;
	readonly legs: readonly MovedInLeg[];
	/**
	 * Legs that ranked it the way it went: higher (or found it) where it entered, lower (or lost it) where it left. Empty
	 * where none did: then weights, fusion, stages or other documents moved it. A run without legs stands for each of the
	 * other's legs, so that they are held against what it did. Undefined where neither run has legs.
	 */
	readonly answerable: readonly string[] | undefined;
}

export interface MovedInLeg {
	readonly leg: string;
	/**
	 * Rank in the first run's leg, or in the run where it has no legs; undefined where it is not there, or the run has
	 * other legs.
	 */
	readonly before: number | undefined;
	readonly after: number | undefined;
}

/** The change of every query on one metric, with the documents that entered and left the top K. */
export function diffRuns(first: KeptRun, second: KeptRun, metric: string, cutoff: number): RunDiff {
	for (const { run } of [first, second])
		if (!run.manifest.metrics.includes(metric))
			throw new BenchError('results', `${run.path} was not scored on ${metric}`, {
				hint: `It has ${run.manifest.metrics.join(', ')}.`,
			});
	const scoresOf = ({ run }: KeptRun): ReadonlyMap<QueryId, number | undefined> =>
		new Map(run.scores.map(({ queryId, metrics }) => [queryId, metrics?.[metric]]));
	const [before, after] = [scoresOf(first), scoresOf(second)];
	const queries = first.dataset.queries.flatMap(({ id, stratum }, queryIndex): readonly QueryChange[] => {
		const [one, other] = [before.get(id), after.get(id)];
		if (one === undefined || other === undefined) return [];
		const moved = movedDocuments(first, second, queryIndex, cutoff);
		return [{ queryIndex, queryId: id, stratum, before: one, after: other, delta: other - one, ...moved }];
	});
	const single = [first, second].filter(({ legs }) => legs.length === 0);
	return {
		first: first.label,
		second: second.label,
		metric,
		cutoff,
		standsForLegs: single.length === 1 ? single[0]?.label : undefined,
		queries,
	};
}

function movedDocuments(first: KeptRun, second: KeptRun, queryIndex: number, cutoff: number) {
	const [one, other] = [first.rankings[queryIndex], second.rankings[queryIndex]];
	const [top, newTop] = [topOf(one, cutoff), topOf(other, cutoff)];
	const grades = first.dataset.qrels.get(first.dataset.queries[queryIndex]?.id ?? '');
	const legs = [...new Set([...first.legs, ...second.legs].map(({ name }) => name))];
	const fused = legs.length > 0;
	const describe = (docIndex: number, went: 'in' | 'out'): MovedDocument => {
		const docId = docIdOf(first, docIndex);
		const inLegs = legs.map(
			(leg): MovedInLeg => ({
				leg,
				before: rankOf(legRanking(first, leg, queryIndex), docIndex),
				after: rankOf(legRanking(second, leg, queryIndex), docIndex),
			}),
		);
		const rankOrLast = (rank: number | undefined): number => rank ?? Number.POSITIVE_INFINITY;
		return {
			docId,
			grade: grades?.get(docId),
			before: rankOf(one, docIndex),
			after: rankOf(other, docIndex),
			legs: inLegs,
			answerable: fused
				? inLegs
						.filter(({ before, after }) =>
							went === 'in' ? rankOrLast(after) < rankOrLast(before) : rankOrLast(after) > rankOrLast(before),
						)
						.map(({ leg }) => leg)
				: undefined,
		};
	};
	return {
		entered: newTop.filter((docIndex) => !top.includes(docIndex)).map((docIndex) => describe(docIndex, 'in')),
		left: top.filter((docIndex) => !newTop.includes(docIndex)).map((docIndex) => describe(docIndex, 'out')),
	};
}

function legRanking(kept: KeptRun, name: string, queryIndex: number): IndexedRanking | undefined {
	if (kept.legs.length === 0) return kept.rankings[queryIndex];
	return kept.legs.find((leg) => leg.name === name)?.rankings[queryIndex];
}

function topOf(ranking: IndexedRanking | undefined, cutoff: number): readonly number[] {
	return Array.from(ranking?.docs.slice(0, cutoff) ?? []);
}

function rankOf(ranking: IndexedRanking | undefined, docIndex: number): number | undefined {
	const at = ranking?.docs.indexOf(docIndex) ?? -1;
	return at < 0 ? undefined : at + 1;
}
