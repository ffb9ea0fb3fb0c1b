import type { Qrels, QueryId } from '../../contract.ts';
import { type Confusion, confusionOf, splitBy } from './confusion.ts';
import { cohensKappa, type Kappa } from './kappa.ts';
import { FEWEST_QUERIES, jackknifeInterval, type QueryInterval } from './kappa-jackknife.ts';
import { KAPPA_WEIGHTS, type KappaWeights } from './weights.ts';

export interface WeightedAgreement {
	readonly weights: KappaWeights;
	/** Undefined where a judge gave one and the same grade to everything. */
	readonly kappa: Kappa | undefined;
	/**
	 * Over clusters where queries come in them. Undefined under {@link FEWEST_QUERIES} of either, and where
	 * {@link jackknifeInterval} is.
	 */
	readonly overQueries: QueryInterval | undefined;
}

/** One grade against all others. */
export interface GradeAgreement {
	readonly grade: number;
	/** How often each judge gave it, and how often both did to the same item. */
	readonly first: number;
	readonly second: number;
	readonly both: number;
	/**
	 * 2 · both / (first + second): where one judge gave it, how often the other did too (specific agreement; Cicchetti &
	 * Feinstein 1990).
	 */
	readonly specific: number;
	/** Plain kappa of this grade against the rest; undefined where a judge never gave it, or gave nothing else. */
	readonly kappa: Kappa | undefined;
}

export interface JudgeAgreement {
	/** Items that both judged. */
	readonly n: number;
	readonly queries: number;
	/** Clusters that the queries come in; absent: queries are independent, or nobody knows. */
	readonly clusters?: number;
	/** Items that only one of them judged: no part of anything here. */
	readonly onlyFirst: number;
	readonly onlySecond: number;
	readonly confusion: Confusion;
	/** Share of items with the same grade from both. */
	readonly same: number;
	/** Mean grade of the second judge minus that of the first: above 0 the second is the more generous. */
	readonly meanShift: number;
	readonly weighted: readonly WeightedAgreement[];
	/** Relevant (grade >= 1) or not; undefined where grades are only that. */
	readonly relevance: Kappa | undefined;
	readonly byGrade: readonly GradeAgreement[];
}

export interface AgreementSettings {
	readonly confidence: number;
	/** The cluster of a query, where queries come in clusters: the interval is then over clusters. */
	readonly clusterOf?: ((queryId: QueryId) => string | undefined) | undefined;
}

/** Agreement of two judges on the documents that both judged. */
export function judgeAgreement(first: Qrels, second: Qrels, settings: AgreementSettings): JudgeAgreement {
	const byQuery = sharedPairs(first, second);
	const pairs = [...byQuery.values()].flat();
	const confusion = confusionOf(pairs);
	const { grades, counts, n } = confusion;
	const { confidence, clusterOf } = settings;
	const units = clusterOf === undefined ? byQuery : byCluster(byQuery, clusterOf);
	const clusters = [...units.values()].map((members) => tableOver(grades, members));
	return {
		n,
		queries: byQuery.size,
		...(units.size === byQuery.size ? {} : { clusters: units.size }),
		onlyFirst: countJudgments(first) - n,
		onlySecond: countJudgments(second) - n,
		confusion,
		same: n === 0 ? Number.NaN : pairs.filter(([x, y]) => x === y).length / n,
		meanShift: n === 0 ? Number.NaN : pairs.reduce((sum, [x, y]) => sum + y - x, 0) / n,
		weighted: (Object.keys(KAPPA_WEIGHTS) as KappaWeights[]).map((weights) => ({
			weights,
			kappa: cohensKappa(confusion, weights, confidence),
			overQueries: clusters.length < FEWEST_QUERIES ? undefined : jackknifeInterval(clusters, weights, confidence),
		})),
		relevance: cohensKappa(
			splitBy(confusion, (grade) => grade >= 1),
			'plain',
			confidence,
		),
		byGrade: grades.map((grade, index) => {
			const both = counts[index]?.[index] ?? 0;
			const givenFirst = (counts[index] ?? []).reduce((sum, count) => sum + count, 0);
			const givenSecond = counts.reduce((sum, row) => sum + (row[index] ?? 0), 0);
			return {
				grade,
				first: givenFirst,
				second: givenSecond,
				both,
				specific: (2 * both) / (givenFirst + givenSecond),
				kappa: cohensKappa(
					splitBy(confusion, (other) => other === grade),
					'plain',
					confidence,
				),
			};
		}),
	};
}

/** Each judge's grades on the documents that both judged, so that only the judge differs. */
export function restrictToShared(own: Qrels, other: Qrels): Qrels {
	return new Map(
		[...own].flatMap(([queryId, grades]) => {
			const others = other.get(queryId);
			const shared = [...grades].filter(([docId]) => others?.has(docId));
			return shared.length === 0 ? [] : [[queryId, new Map(shared)] as const];
		}),
	);
}

function sharedPairs(first: Qrels, second: Qrels): Map<QueryId, (readonly [number, number])[]> {
	const shared = new Map<QueryId, (readonly [number, number])[]>();
	for (const [queryId, grades] of first) {
		const others = second.get(queryId);
		const pairs = [...grades].flatMap(([docId, grade]) => {
			const other = others?.get(docId);
			return other === undefined ? [] : [[grade, other] as const];
		});
		if (pairs.length > 0) shared.set(queryId, pairs);
	}
	return shared;
}

function byCluster<T>(
	byQuery: ReadonlyMap<QueryId, readonly T[]>,
	clusterOf: (queryId: QueryId) => string | undefined,
): ReadonlyMap<string, readonly T[]> {
	const units = new Map<string, T[]>();
	for (const [queryId, members] of byQuery) {
		const cluster = clusterOf(queryId);
		const name = cluster === undefined ? `query ${queryId}` : `cluster ${cluster}`;
		const unit = units.get(name);
		if (unit === undefined) units.set(name, [...members]);
		else unit.push(...members);
	}
	return units;
}

function tableOver(grades: readonly number[], pairs: readonly (readonly [number, number])[]): Confusion {
	const counts = grades.map((first) =>
		grades.map((second) => pairs.filter(([x, y]) => x === first && y === second).length),
	);
	return { grades, counts, n: pairs.length };
}

function countJudgments(qrels: Qrels): number {
	return [...qrels.values()].reduce((sum, grades) => sum + grades.size, 0);
}
