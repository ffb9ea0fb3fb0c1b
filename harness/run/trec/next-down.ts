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

const single = new Float32Array(1);
const singleBits = new Int32Array(single.buffer);

/** The largest 32-bit float that is smaller than this 32-bit float; -Infinity below the lowest one. */
export function nextDownSingle(value: number): number {
	single[0] = value;
	if (single[0] === 0) singleBits[0] = -0x7fffffff;
	else singleBits[0] = (singleBits[0] as number) + (value > 0 ? -1 : 1);
	return single[0] as number;
}
