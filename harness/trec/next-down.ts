const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** The largest double that is smaller than this finite one. */
export function nextDown(value: number): number {
	if (value === 0) return -Number.MIN_VALUE;
	double[0] = value;
	// Doubles of one sign are ordered as their bits are; for negative ones the larger bits are the lower number.
	bits[0] = (bits[0] as bigint) + (value > 0 ? -1n : 1n);
	return double[0] as number;
}
