/**
 * Keeps the sums in `out` finite: what overflowed becomes the largest finite number of its sign, and a sum of opposite
 * infinities 0. Ordinary scores pass untouched; a fusion never hands -Infinity on, which to stages means "taken out".
 */
export function keepFinite(scores: Float64Array): void {
	for (let i = 0; i < scores.length; i++) {
		const score = scores[i] as number;
		if (Number.isFinite(score)) continue;
		scores[i] = Number.isNaN(score) ? 0 : score > 0 ? Number.MAX_VALUE : -Number.MAX_VALUE;
	}
}
