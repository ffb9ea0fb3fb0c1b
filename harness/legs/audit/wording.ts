/** Four significant digits: enough to tell 0.0057 from 0.0091. */
export function shortNumber(value: number): string {
	return String(Number(value.toPrecision(4)));
}

/** A weight as evidence prints it: three decimals, or "no weight". */
export function shortWeight(weight: number | null): string {
	return weight === null ? 'no weight' : weight >= 100 ? weight.toFixed(1) : weight.toFixed(3);
}

/** A share as evidence prints it. */
export function percent(share: number): string {
	return `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}

/** "a", "a and b", "a, b and c". */
export function listed(names: readonly string[]): string {
	return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
