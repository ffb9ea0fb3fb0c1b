/** Share of the top `k` that two rankings have in common, in 0..1: of two empty ones 1. Order within the top is not looked at. */
export function overlapAt<Id>(one: readonly Id[], other: readonly Id[], k: number): number {
	const [first, second] = [one.slice(0, k), other.slice(0, k)];
	const most = Math.max(first.length, second.length);
	if (most === 0) return 1;
	const members = new Set(first);
	return second.filter((id) => members.has(id)).length / most;
}

/**
 * Rank-biased overlap of two rankings without duplicates, extrapolated, in 0..1 (Webber, Moffat & Zobel, "A similarity
 * measure for indefinite rankings", TOIS 2010, equation 32: also for rankings of different lengths). `p` in (0, 1) is
 * how far down a reader goes: with .9 the first ten ranks carry 86 % of the weight. Of two empty rankings 1, of an
 * empty one and another 0.
 */
export function rankBiasedOverlap<Id>(one: readonly Id[], other: readonly Id[], p = 0.9): number {
	const [short, long] = one.length <= other.length ? [one, other] : [other, one];
	const [s, l] = [short.length, long.length];
	if (l === 0) return 1;
	if (s === 0) return 0;
	const seenShort = new Set<Id>();
	const seenLong = new Set<Id>();
	let overlap = 0;
	let overlapAtShort = 0;
	let sum = 0;
	for (let depth = 1; depth <= l; depth++) {
		const fromLong = long[depth - 1] as Id;
		seenLong.add(fromLong);
		const fromShort = depth <= s ? (short[depth - 1] as Id) : undefined;
		if (depth <= s) seenShort.add(fromShort as Id);
		if (depth <= s && fromShort === fromLong) overlap++;
		else {
			if (seenShort.has(fromLong)) overlap++;
			if (depth <= s && seenLong.has(fromShort as Id)) overlap++;
		}
		if (depth === s) overlapAtShort = overlap;
		sum += (overlap / depth) * p ** depth;
		if (depth > s) sum += ((overlapAtShort * (depth - s)) / (s * depth)) * p ** depth;
	}
	return ((1 - p) / p) * sum + ((overlap - overlapAtShort) / l + overlapAtShort / s) * p ** l;
}
