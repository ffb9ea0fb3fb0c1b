import { BenchError } from '../../harness/errors.ts';

/**
 * A signal that ends when `outer` does or when `seconds` are over, for calls that take one. The timer is our own:
 * `AbortSignal.any` and `AbortSignal.timeout` may be collected as garbage on Node 20 and then never fire.
 */
export async function withDeadline<T>(
	seconds: number,
	doing: string,
	outer: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const controller = new AbortController();
	const late = new BenchError('plugin', `${doing} was not answered within ${seconds} s`);
	let stop: (reason: unknown) => void = () => undefined;
	const ended = new Promise<never>((_resolve, reject) => {
		stop = (reason) => {
			controller.abort(reason);
			reject(reason);
		};
	});
	const onOuter = (): void => stop(outer?.reason);
	const timer = setTimeout(() => stop(late), seconds * 1000);
	if (outer?.aborted === true) onOuter();
	else outer?.addEventListener('abort', onOuter);
	try {
		return await Promise.race([work(controller.signal), ended]);
	} finally {
		clearTimeout(timer);
		outer?.removeEventListener('abort', onOuter);
	}
}
