/** How a run asks its queries, and when it gives up. */
export interface QueryPolicy {
	/** Seconds per attempt and leg, above 0. What computes without a pause can't be stopped. */
	readonly timeoutSeconds: number;
	/** How often a failed query is asked again, with back-off: 0.25 s, then twice as long each time. */
	readonly retries: number;
	/** Queries that may fail after all retries: each counts as answered with nothing. One more ends the run. */
	readonly maxFailures: number;
	/** Queries asked at once, at least 1. */
	readonly concurrency: number;
	/** Ids that the corpus lacks: an error, or left out and counted. */
	readonly unknownIds: UnknownIds;
}

export const UNKNOWN_IDS = ['error', 'drop'] as const;
export type UnknownIds = (typeof UNKNOWN_IDS)[number];

export const DEFAULT_POLICY: QueryPolicy = {
	timeoutSeconds: 120,
	retries: 2,
	maxFailures: 0,
	concurrency: 1,
	unknownIds: 'error',
};
