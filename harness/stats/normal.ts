/**
 * The standard normal distribution in full double precision: tails keep their relative accuracy.
 *
 * Source: W. J. Cody, "Rational Chebyshev approximations for the error function", Math. Comp. 23 (1969).
 */

const NEAR_TOP = [0.18577770618460315, 3.1611237438705655, 113.86415415105016, 377.485237685302, 3209.3775891384694];
const NEAR_BOTTOM = [1, 23.601290952344122, 244.02463793444417, 1282.6165260773723, 2844.236833439171];
const MIDDLE_TOP = [
	2.1531153547440383e-8, 0.5641884969886701, 8.883149794388375, 66.11919063714163, 298.6351381974001, 881.952221241769,
	1712.0476126340707, 2051.0783778260716, 1230.3393547979972,
];
const MIDDLE_BOTTOM = [
	1, 15.744926110709835, 117.6939508913125, 537.1811018620099, 1621.3895745666903, 3290.7992357334597,
	4362.619090143247, 3439.3676741437216, 1230.3393548037493,
];
const FAR_TOP = [
	0.016315387137302097, 0.30532663496123236, 0.36034489994980445, 0.12578172611122926, 0.01608378514874228,
	6.587491615298378e-4,
];
const FAR_BOTTOM = [
	1, 2.568520192289822, 1.8729528499234673, 0.5279051029514285, 0.06051834131244132, 0.0023352049762686918,
];
const INVERSE_ROOT_PI = 0.5641895835477563;

function polynomial(coefficients: readonly number[], x: number): number {
	let value = 0;
	for (const coefficient of coefficients) value = value * x + coefficient;
	return value;
}

/** erfc(y) for y >= 0. */
function upperErfc(y: number): number {
	if (y <= 0.46875) return 1 - (y * polynomial(NEAR_TOP, y * y)) / polynomial(NEAR_BOTTOM, y * y);
	if (y > 27) return 0;
	// exp(-y²) in two factors: y² alone would lose the digits that its rounding takes.
	const coarse = Math.trunc(y * 16) / 16;
	const gauss = Math.exp(-coarse * coarse) * Math.exp(-(y - coarse) * (y + coarse));
	if (y <= 4) return (gauss * polynomial(MIDDLE_TOP, y)) / polynomial(MIDDLE_BOTTOM, y);
	const z = 1 / (y * y);
	return (gauss * (INVERSE_ROOT_PI - (z * polynomial(FAR_TOP, z)) / polynomial(FAR_BOTTOM, z))) / y;
}

/** P(Z <= z). */
export function normalCdf(z: number): number {
	const tail = upperErfc(Math.abs(z) * Math.SQRT1_2) / 2;
	return z > 0 ? 1 - tail : tail;
}

/**
 * The z with P(Z <= z) = p; -Infinity at 0, Infinity at 1, NaN outside [0, 1]. Start: Abramowitz & Stegun 26.2.23,
 * then Halley steps on the distribution itself.
 */
export function normalQuantile(p: number): number {
	if (!(p >= 0 && p <= 1)) return Number.NaN;
	if (p === 0.5) return 0;
	// In the upper half 1 - p is exact, so the mirror costs nothing.
	if (p > 0.5) return -normalQuantile(1 - p);
	if (p === 0) return Number.NEGATIVE_INFINITY;
	const t = Math.sqrt(-2 * Math.log(p));
	let z = polynomial([0.010328, 0.802853, 2.515517], t) / polynomial([0.001308, 0.189269, 1.432788, 1], t) - t;
	for (let step = 0; step < 4; step++) {
		const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
		const error = (normalCdf(z) - p) / density;
		z -= error / (1 + (z * error) / 2);
	}
	return z;
}
