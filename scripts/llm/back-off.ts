import type { RandomStream } from '../../harness/random.ts';

/** Milliseconds. */
const LONGEST_WAIT = 60_000;

/**
 * How long to wait before attempt `attempt + 1`, in milliseconds: doubling from `base` up to a minute, of which a
 * random half is taken off, so that calls that failed together do not come back together.
 */
export function backOff(attempt: number, base: number, stream: RandomStream): number {
	const whole = Math.min(LONGEST_WAIT, base * 2 ** (attempt - 1));
	return Math.round(whole * (0.5 + 0.5 * stream.next()));
}
