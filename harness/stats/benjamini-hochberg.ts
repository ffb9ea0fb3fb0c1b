/**
 * Benjamini and Hochberg's step-up adjusted p values (1995), in the order given: rejecting those below alpha keeps the
 * expected share of false rejections among all rejections at alpha, for independent or positively dependent tests. A
 * weaker promise than Holm's. A p that is NaN stays NaN, and counts as a member of the family for the others.
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
	const adjusted = new Array<number>(pValues.length);
	const order = (p: number): number => (Number.isNaN(p) ? 2 : p);
	const descending = pValues.map((p, index) => ({ p, index })).sort((x, y) => order(y.p) - order(x.p));
	let ceiling = 1;
	descending.forEach(({ p, index }, rank) => {
		if (Number.isNaN(p)) {
			adjusted[index] = p;
			return;
		}
		ceiling = Math.min(ceiling, (p * pValues.length) / (pValues.length - rank));
		adjusted[index] = ceiling;
	});
	return adjusted;
}
