/** Nodes and weights of 16-point Gauss-Legendre quadrature on [-1, 1], by Newton's method on the polynomial. */
const RULE = rule(16);

/** The integral of a smooth function over [from, to], in `panels` equal panels of 16 points each. */
export function integrate(f: (x: number) => number, from: number, to: number, panels: number): number {
	if (to <= from) return 0;
	const half = (to - from) / panels / 2;
	let sum = 0;
	for (let panel = 0; panel < panels; panel++) {
		const centre = from + (2 * panel + 1) * half;
		for (const { node, weight } of RULE) sum += weight * f(centre + half * node);
	}
	return sum * half;
}

function rule(points: number): readonly { readonly node: number; readonly weight: number }[] {
	return Array.from({ length: points }, (_, i) => {
		let x = Math.cos((Math.PI * (i + 0.75)) / (points + 0.5));
		let slope = 1;
		for (let step = 0; step < 8; step++) {
			let before = 1;
			let value = x;
			for (let k = 2; k <= points; k++) [before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k];
			slope = (points * (x * value - before)) / (x * x - 1);
			x -= value / slope;
		}
		return { node: x, weight: 2 / ((1 - x * x) * slope * slope) };
	});
}
