import { DeadlineError } from '../deadline.ts';

/**
 * Resolves as `begun` does, unless `seconds` are over first; then `controller` is aborted. The timer keeps no process
 * alive: a promise that nothing can settle ends the program, and is told, instead of being waited for.
 *
 * @throws DeadlineError when the time is up
 */
export async function inTime<T>(begun: PromiseLike<T>, seconds: number, controller: AbortController): Promise<T> {
	const { signal } = controller;
	let onAbort = (): void => undefined;
	const aborted = new Promise<never>((_resolve, reject) => {
		onAbort = () => reject(signal.reason);
	});
	signal.addEventListener('abort', onAbort);
	const timer = setTimeout(() => controller.abort(new DeadlineError(seconds * 1000)), seconds * 1000).unref();
	try {
		return await Promise.race([begun, aborted]);
	} finally {
		clearTimeout(timer);
		signal.removeEventListener('abort', onAbort);
	}
}
