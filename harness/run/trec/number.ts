/**
 * The double that `buffer[start, end)` writes in decimal (`-1.5e-3`), correctly rounded, or NaN where it is no finite
 * decimal number: no hex, no infinity, nothing before or after it.
 */
export function readDouble(buffer: Buffer, start: number, end: number): number {
	let at = start;
	const sign = buffer[at] === MINUS ? -1 : 1;
	if (buffer[at] === MINUS || buffer[at] === PLUS) at++;

	let digits = 0;
	let mantissa = 0;
	let significant = 0;
	let scale = 0;
	let seenPoint = false;
	for (; at < end; at++) {
		const byte = buffer[at] as number;
		if (byte >= ZERO && byte <= NINE) {
			digits++;
			if (mantissa !== 0 || byte !== ZERO) significant++;
			mantissa = mantissa * 10 + (byte - ZERO);
			if (seenPoint) scale--;
		} else if (byte === POINT && !seenPoint) seenPoint = true;
		else break;
	}
	if (digits === 0) return Number.NaN;
	if (at < end) {
		const exponent = readExponent(buffer, at, end);
		if (Number.isNaN(exponent)) return exponent;
		scale += exponent;
	}
	// Up to 15 digits and 10^22 both sides are exact doubles, so one division or product rounds once (Clinger 1990).
	if (significant <= 15 && scale <= 0 && scale >= -22) return (sign * mantissa) / (POWERS[-scale] as number);
	if (significant <= 15 && scale > 0 && scale <= 22) return sign * mantissa * (POWERS[scale] as number);
	const value = Number(buffer.toString('latin1', start, end));
	return Number.isFinite(value) ? value : Number.NaN;
}

const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/** The exponent that begins at `at` with e or E and ends at `end`; NaN where it is none. */
function readExponent(buffer: Buffer, at: number, end: number): number {
	if (((buffer[at] as number) | 0x20) !== 0x65) return Number.NaN;
	let next = at + 1;
	const sign = buffer[next] === MINUS ? -1 : 1;
	if (buffer[next] === MINUS || buffer[next] === PLUS) next++;
	if (next === end) return Number.NaN;
	let exponent = 0;
	for (; next < end; next++) {
		const byte = buffer[next] as number;
		if (byte < ZERO || byte > NINE) return Number.NaN;
		exponent = Math.min(exponent * 10 + (byte - ZERO), 100_000);
	}
	return sign * exponent;
}
