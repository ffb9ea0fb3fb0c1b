import { setTimeout as timer } from 'node:timers/promises';

/** Time as the client sees it: what waits and when. Nothing that scores depends on it. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
	now: () => Date.now(),
	sleep: (milliseconds, signal) => timer(milliseconds, undefined, { signal }),
};
