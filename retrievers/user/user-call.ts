import { BenchError, reasonOf } from '../../harness/errors.ts';

/** A call into a module of the user's. */
export interface UserCall {
	/** The module as the user wrote it. */
	readonly module: string;
	/** The called function, as the module's author knows it: `build_index()`. */
	readonly doing: string;
	readonly queryId?: string;
}

/** Calls that have begun and not ended, the latest last. */
const unanswered = new Set<UserCall>();

/**
 * Calls the user's code and returns its result, awaited.
 *
 * @throws BenchError `plugin` that names the module and what was called, for whatever it throws
 */
export async function callUser<T>(call: UserCall, work: () => T | PromiseLike<T>): Promise<T> {
	unanswered.add(call);
	try {
		return await work();
	} catch (error) {
		throw failed(call, error);
	} finally {
		unanswered.delete(call);
	}
}

/** Like {@link callUser}, for code that returns at once. */
export function callUserAtOnce<T>(call: UserCall, work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw failed(call, error);
	}
}

/** The calls that were never answered, in words: `./mine.ts: retrieve() for query q7`. */
export function unansweredCalls(): readonly string[] {
	return Array.from(unanswered, ({ module, doing, queryId }) =>
		queryId === undefined ? `${module}: ${doing}` : `${module}: ${doing} for query ${queryId}`,
	);
}

function failed({ module, doing }: UserCall, error: unknown): BenchError {
	const hint = error instanceof BenchError ? error.hint : undefined;
	return new BenchError('plugin', `${module}: ${doing} threw: ${reasonOf(error)}`, {
		...(hint === undefined ? {} : { hint }),
		cause: error,
	});
}
