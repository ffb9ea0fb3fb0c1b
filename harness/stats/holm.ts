/**
 * Holm's step-down adjusted p values (Holm 1979), in the order given: rejecting those below alpha keeps the chance of
 * any false rejection in the family at alpha, however the tests depend on each other.
 */
export function holm(pValues: readonly number[]): number[] {
	const adjusted = new Array<number>(pValues.length);
	const ascending = pValues.map((p, place) => ({ p, place })).sort((x, y) => x.p - y.p);
	let floor = 0;
	ascending.forEach(({ p, place }, rank) => {
		floor = Math.max(floor, Math.min(1, p * (pValues.length - rank)));
		adjusted[place] = floor;
	});
	return adjusted;
}
