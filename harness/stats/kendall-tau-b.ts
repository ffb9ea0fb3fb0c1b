/**
 * Kendall's tau-b of two lists of values of the same items: -1 (orders reversed) to 1 (the same order), ties in either
 * list counted as neither and taken out of the scale. Undefined for fewer than two items, or where all values of a list
 * are equal. Source: Kendall, "The treatment of ties in ranking problems", Biometrika 33, 1945; scipy `kendalltau`.
 */
export function kendallTauB(x: readonly number[], y: readonly number[]): number | undefined {
	let balance = 0;
	let untiedX = 0;
	let untiedY = 0;
	for (let i = 0; i < x.length; i++)
		for (let j = i + 1; j < x.length; j++) {
			const signX = Math.sign((x[i] as number) - (x[j] as number));
			const signY = Math.sign((y[i] as number) - (y[j] as number));
			balance += signX * signY;
			untiedX += Math.abs(signX);
			untiedY += Math.abs(signY);
		}
	return untiedX === 0 || untiedY === 0 ? undefined : balance / Math.sqrt(untiedX * untiedY);
}
