import { setTimeout as sleep } from 'node:timers/promises';

/** The one pause that all requests to a service share: where it says "too many" to one of them, all of them wait. */
export interface Gate {
	/** Waits until nobody is held back. */
	pass(signal: AbortSignal): Promise<void>;
	/** Holds everybody back for so many milliseconds from now. */
	hold(milliseconds: number): void;
}

export function createGate(): Gate {
	let until = 0;
	return {
		async pass(signal) {
			for (let wait = until - performance.now(); wait > 0; wait = until - performance.now())
				await sleep(Math.ceil(wait), undefined, { signal });
		},
		hold(milliseconds) {
			until = Math.max(until, performance.now() + milliseconds);
		},
	};
}

/**
 * Does the work of every item, so many at once. After the first failure nothing new is begun; what is under way ends
 * before the failure is thrown, so that no finished work is lost.
 */
export async function inParallel<T>(
	items: readonly T[],
	atOnce: number,
	work: (item: T) => Promise<void>,
): Promise<void> {
	let next = 0;
	const failures: unknown[] = [];
	async function worker(): Promise<void> {
		while (next < items.length && failures.length === 0) {
			const item = items[next++] as T;
			try {
				await work(item);
			} catch (error) {
				failures.push(error);
			}
		}
	}
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
	if (failures.length > 0) throw failures[0];
}
