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

/** The file and line of the user's where an error began; undefined for one that began elsewhere. */
function whereIn(module: string, error: unknown): string | undefined {
	const file = module.replace(/(?<=\.[cm]?[jt]s)[#:][\w$]+$/, '').replace(/^.*[\\/]/, '');
	const frames = error instanceof Error ? (error.stack ?? '').split('\n') : [];
	// TypeScript that is CommonJS runs from a data: address, with lines that are not the author's.
	const frame = frames.find((line) => /^\s+at /.test(line) && line.includes(file) && !line.includes('filePath='));
	const at = /(?<path>[^\s(]+):(?<line>\d+):\d+\)?$/.exec(frame ?? '')?.groups;
	if (at?.path === undefined || !at.path.includes(file)) return undefined;
	return `It was thrown at ${at.path.replace(/^file:\/\//, '').replace(/\?.*$/, '')}:${at.line}.`;
}

function failed({ module, doing }: UserCall, error: unknown): BenchError {
	const hint = error instanceof BenchError ? error.hint : whereIn(module, error);
	return new BenchError('plugin', `${module}: ${doing} threw: ${reasonOf(error)}`, {
		...(hint === undefined ? {} : { hint }),
		cause: error,
	});
}
