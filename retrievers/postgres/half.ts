/** Splits a float64 after 11 bits of significand (Veltkamp): rounds to nearest. */
const SPLIT = 2 ** 42 + 1;
const LEAST_NORMAL = 2 ** -14;
const LEAST_STEP = 2 ** -24;

/** The number as `halfvec` stores it (IEEE 754 binary16), for |x| below 65,504. */
export function toHalf(x: number): number {
	if (Math.abs(x) < LEAST_NORMAL) return Math.round(x / LEAST_STEP) * LEAST_STEP;
	const scaled = x * SPLIT;
	return scaled - (scaled - x);
}
