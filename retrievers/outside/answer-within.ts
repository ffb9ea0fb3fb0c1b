import { DeadlineError, withDeadline } from '../../harness/deadline.ts';
import { BenchError } from '../../harness/errors.ts';

/**
 * Work that ends with `outer` or after `seconds`.
 *
 * @throws BenchError `plugin` that says what was not answered in time
 */
export async function answerWithin<T>(
	seconds: number,
	doing: string,
	outer: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	try {
		return await withDeadline(seconds * 1000, work, outer);
	} catch (error) {
		if (!(error instanceof DeadlineError)) throw error;
		throw new BenchError('plugin', `${doing} was not answered within ${seconds} s`, { cause: error });
	}
}
