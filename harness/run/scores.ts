import type { QueryId } from '../contract.ts';

/** One query's value on every metric of a run: a line of scores.jsonl. */
export interface QueryScores {
	readonly queryId: QueryId;
	readonly stratum: string;
	/** The store that the query was asked in, and the cluster that it belongs to; absent: the whole corpus. */
	readonly scope?: string;
	/** Its stratum is no part of what is over all queries. */
	readonly outsideOverall?: true;
	/** Number of relevant documents (grade >= 1); 0 means that the query can't be scored. */
	readonly relevant: number;
	/** Metric name -> value; undefined where the query can't be scored and is left out of every mean. */
	readonly metrics: Readonly<Record<string, number>> | undefined;
}

/** Means over the queries of a stratum, or over all. */
export interface Means {
	/** A stratum that is no part of `overall`. */
	readonly outside_overall?: true;
	/** Queries that the means are over. */
	readonly n: number;
	/** Queries left out because they have no relevant document. */
	readonly unscored: number;
	/** A metric on which no query can be scored is absent. */
	readonly metrics: Readonly<Record<string, number>>;
	/**
	 * Metrics whose mean is over fewer queries than `n`, with how many: those that count from a higher grade
	 * (`rel=2`), which not every query's documents reach. Absent where there are none.
	 */
	readonly fewer?: Readonly<Record<string, number>>;
}

/** The means of a run, overall and by stratum: summary.json. */
export interface Summary {
	readonly overall: Means;
	readonly strata: Readonly<Record<string, Means>>;
	/** Queries for which nothing was returned; absent: 0, or a run of an earlier version. */
	readonly unanswered?: number;
	/** Queries that failed after all retries and count as answered with nothing; absent: 0. */
	readonly failed?: number;
	/** Returned ids that the corpus lacks and that were left out; absent: 0. */
	readonly unknown_ids?: number;
}
