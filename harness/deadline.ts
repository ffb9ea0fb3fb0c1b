import { BenchError } from './errors.ts';

/**
 * What `work` resolves to, unless `seconds` are over or `outer` is aborted first; then the signal that `work` was given
 * is aborted too. The timer is our own: signals of `AbortSignal.any` and `AbortSignal.timeout` may be collected as
 * garbage on Node 20 and then never fire.
 *
 * @throws BenchError `plugin` that says what was not answered, or the reason of `outer`
 */
export async function withDeadline<T>(
	seconds: number,
	doing: string,
	outer: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const controller = new AbortController();
	const onOuter = (): void => controller.abort(outer?.reason);
	if (outer?.aborted === true) throw outer.reason;
	outer?.addEventListener('abort', onOuter);
	try {
		return await inTime(work(controller.signal), seconds, doing, controller);
	} finally {
		outer?.removeEventListener('abort', onOuter);
	}
}

/** As {@link withDeadline}, for work that has begun and takes the signal of `controller`. */
export async function inTime<T>(
	begun: PromiseLike<T>,
	seconds: number,
	doing: string,
	controller: AbortController,
): Promise<T> {
	const late = new BenchError('plugin', `${doing} was not answered within ${seconds} s`);
	let onAbort = (): void => undefined;
	const aborted = new Promise<never>((_resolve, reject) => {
		onAbort = () => reject(controller.signal.reason);
	});
	controller.signal.addEventListener('abort', onAbort);
	// What is waited for keeps the process alive; a promise that nothing can settle must not.
	const timer = setTimeout(() => controller.abort(late), seconds * 1000).unref();
	try {
		return await Promise.race([begun, aborted]);
	} finally {
		clearTimeout(timer);
		controller.signal.removeEventListener('abort', onAbort);
	}
}
