/** The number that a float16 (IEEE 754 binary16) holds, given its 16 bits. */
export function fromHalf(bits: number): number {
	const sign = bits & 0x8000 ? -1 : 1;
	const exponent = (bits >> 10) & 0x1f;
	const fraction = bits & 0x3ff;
	if (exponent === 0) return sign * fraction * 2 ** -24;
	if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
	return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Splits a float64 after 11 bits of significand (Veltkamp): rounds to nearest. */
const SPLIT = 2 ** 42 + 1;

/** The nearest number that a float16 holds, for |x| below 65,504. */
export function roundToHalf(x: number): number {
	if (Math.abs(x) < 2 ** -14) return Math.round(x / 2 ** -24) * 2 ** -24;
	const scaled = x * SPLIT;
	return scaled - (scaled - x);
}
