/** The reason of a signal whose time is up. */
export class DeadlineError extends Error {
	override readonly name = 'DeadlineError';

	constructor(readonly milliseconds: number) {
		super(`no answer within ${milliseconds / 1000} s`);
	}
}

/**
 * Does work that ends after `milliseconds` at the latest, whether or not it heeds its signal. The timer and the
 * controller are held here: on Node 20, what `AbortSignal.any` and `AbortSignal.timeout` return is garbage-collected
 * while a request waits, and then never fires.
 *
 * @param outer ends the work too, with its own reason
 * @throws DeadlineError when the time is up
 */
export async function withDeadline<T>(
	milliseconds: number,
	work: (signal: AbortSignal) => Promise<T>,
	outer?: AbortSignal,
): Promise<T> {
	outer?.throwIfAborted();
	const controller = new AbortController();
	const { signal } = controller;
	const endWithOuter = (): void => controller.abort(outer?.reason);
	const timer = setTimeout(() => controller.abort(new DeadlineError(milliseconds)), milliseconds);
	outer?.addEventListener('abort', endWithOuter, { once: true });
	try {
		return await new Promise<T>((resolve, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason), { once: true });
			work(signal).then(resolve, reject);
		});
	} finally {
		clearTimeout(timer);
		outer?.removeEventListener('abort', endWithOuter);
	}
}

/** An answer of more bytes than are read. */
export class AnswerTooLong extends Error {
	override readonly name = 'AnswerTooLong';

	constructor(limit: number) {
		super(`an answer of more than ${Math.round(limit / 1024 ** 2)} MiB`);
	}
}

/**
 * The whole body of a response, as text. Where the signal fires, or more than `limit` bytes come (after unpacking), the
 * connection is closed: a body that comes drop by drop would keep the process alive, an endless one fill the memory.
 *
 * @throws AnswerTooLong
 */
export async function bodyText({ body }: Response, signal: AbortSignal, limit: number): Promise<string> {
	if (body === null) return '';
	const reader = body.getReader();
	const close = (): void => void reader.cancel(signal.reason).catch(() => undefined);
	signal.addEventListener('abort', close, { once: true });
	const decoder = new TextDecoder();
	let text = '';
	try {
		signal.throwIfAborted();
		let left = limit;
		for (let part = await reader.read(); !part.done; part = await reader.read()) {
			left -= part.value.byteLength;
			if (left < 0) {
				await reader.cancel().catch(() => undefined);
				throw new AnswerTooLong(limit);
			}
			text += decoder.decode(part.value, { stream: true });
		}
		signal.throwIfAborted();
		return text + decoder.decode();
	} finally {
		signal.removeEventListener('abort', close);
	}
}
