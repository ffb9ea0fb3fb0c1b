/**
 * Holm's step-down adjusted p values (Holm 1979), in the order given: rejecting those below alpha keeps the chance of
 * any false rejection in the family at alpha, however the tests depend on each other. A p that is NaN stays NaN, and
 * counts as a member of the family for the others.
 */
export function holm(pValues: readonly number[]): number[] {
	const adjusted = new Array<number>(pValues.length);
	const ascending = pValues.map((p, index) => ({ p, index })).sort((x, y) => orderOfP(x.p) - orderOfP(y.p));
	let floor = 0;
	ascending.forEach(({ p, index }, rank) => {
		// NaN comes last, so it reaches no other.
		floor = Math.max(floor, Math.min(1, p * (pValues.length - rank)));
		adjusted[index] = floor;
	});
	return adjusted;
}

/** A sort key that puts NaN above every p. */
function orderOfP(p: number): number {
	return Number.isNaN(p) ? 2 : p;
}
