/**
 * Shapley values of one query: what each leg adds, averaged over all orders in which the legs could have joined
 * (Shapley 1953). `worthOf` gives the worth of a subset, whose bit i says that leg i is in it; the empty one (0) is
 * worth nothing. The values add up to the worth of all legs together.
 */
export function shapleyValues(legs: number, worthOf: (subset: number) => number): number[] {
	const shares = Array.from({ length: legs }, (_, size) => 1 / (legs * binomial(legs - 1, size)));
	return Array.from({ length: legs }, (_, leg) => {
		let value = 0;
		for (let subset = 0; subset < 2 ** legs; subset++) {
			if ((subset >> leg) & 1) continue;
			const before = subset === 0 ? 0 : worthOf(subset);
			value += (shares[bitCount(subset)] as number) * (worthOf(subset | (1 << leg)) - before);
		}
		return value;
	});
}

function binomial(n: number, k: number): number {
	let result = 1;
	for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
	return result;
}

function bitCount(bits: number): number {
	let count = 0;
	for (let rest = bits; rest > 0; rest &= rest - 1) count++;
	return count;
}
