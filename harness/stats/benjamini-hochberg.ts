/**
 * Benjamini and Hochberg's step-up adjusted p values (1995), in the order given: rejecting those below alpha keeps the
 * expected share of false rejections among all rejections at alpha, for independent or positively dependent tests. A
 * weaker promise than Holm's.
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
	const adjusted = new Array<number>(pValues.length);
	const descending = pValues.map((p, place) => ({ p, place })).sort((x, y) => y.p - x.p);
	let ceiling = 1;
	descending.forEach(({ p, place }, rank) => {
		ceiling = Math.min(ceiling, (p * pValues.length) / (pValues.length - rank));
		adjusted[place] = ceiling;
	});
	return adjusted;
}
