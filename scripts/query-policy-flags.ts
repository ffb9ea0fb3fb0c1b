import { DEFAULT_POLICY, type QueryPolicy, type UnknownIds } from '../harness/run/query-policy.ts';

/** The flags of `addQueryPolicyFlags`; a command without these flags has the defaults. */
export interface QueryPolicyFlags {
	/** Seconds. */
	readonly timeout?: number;
	readonly retries?: number;
	readonly maxFailures?: number;
	readonly concurrency?: number;
	readonly unknownIds?: UnknownIds;
	/** Starts over where an interrupted run was kept. */
	readonly fresh?: boolean;
}

export function policyOf(flags: QueryPolicyFlags): QueryPolicy {
	return {
		timeoutSeconds: flags.timeout ?? DEFAULT_POLICY.timeoutSeconds,
		retries: flags.retries ?? DEFAULT_POLICY.retries,
		maxFailures: flags.maxFailures ?? DEFAULT_POLICY.maxFailures,
		concurrency: flags.concurrency ?? DEFAULT_POLICY.concurrency,
		unknownIds: flags.unknownIds ?? DEFAULT_POLICY.unknownIds,
	};
}
