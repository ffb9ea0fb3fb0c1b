import type { OptionValue } from '../../contract.ts';
import { BenchError } from '../../errors.ts';

/** One setting that a sweep varies, with its values in order. */
export interface Axis {
	readonly name: string;
	readonly values: readonly OptionValue[];
}

/** Beyond this an axis is a typing error rather than a wish. */
const MOST_VALUES = 100_000;

/**
 * Reads a grid: `weights.graph=0:2:0.05` (first:last:step, the last included where a step falls on it),
 * `k=log:1:1000:13` (13 values, each the same factor above the one before) or `alpha=0,0.5,0.8`.
 *
 * Steps are counted in whole numbers and written with the decimals of first and step, so that no point is lost to a
 * floating-point sum and 0.15 is 0.15.
 */
export function parseAxis(text: string): Axis {
	const equals = text.indexOf('=');
	const name = text.slice(0, Math.max(0, equals)).trim();
	const values = text.slice(equals + 1).trim();
	if (name === '' || values === '') throw misread(text);
	const listed = values.split(',').map((value) => value.trim());
	// Names may hold colons (`cohere:rerank-v3.5`); numbers begin with none of these letters, and steps have no commas.
	const named = listed.every((value) => /^[A-Za-z]/.test(value)) && !values.startsWith('log:');
	const parts = named ? [values] : values.split(':');
	if (parts[0] === 'log' && parts.length === 4) return { name, values: logarithmic(text, parts.slice(1)) };
	if (parts.length === 3) return { name, values: stepped(text, parts) };
	if (parts.length !== 1) throw misread(text);
	if (listed.includes('') || new Set(listed).size < listed.length) throw misread(text);
	const numbers = listed.map(Number);
	return { name, values: numbers.every(Number.isFinite) ? numbers : listed };
}

function stepped(text: string, parts: readonly string[]): number[] {
	const [first, last, step] = parts.map(Number) as [number, number, number];
	if (![first, last, step].every(Number.isFinite) || step <= 0 || last < first) throw misread(text);
	const digits = Math.max(decimals(parts[0] as string), decimals(parts[2] as string));
	// A step that ends within a millionth of the last value was meant to end on it.
	const count = Math.floor((last - first) / step + 1e-6) + 1;
	requireFew(text, count);
	return Array.from({ length: count }, (_, i) => Number((first + i * step).toFixed(digits)));
}

function logarithmic(text: string, parts: readonly string[]): number[] {
	const [first, last, count] = parts.map(Number) as [number, number, number];
	if (!(first > 0 && last > first && Number.isInteger(count) && count >= 2) || !Number.isFinite(last))
		throw misread(text);
	requireFew(text, count);
	return Array.from({ length: count }, (_, i) =>
		i === 0 ? first : i === count - 1 ? last : Number((first * (last / first) ** (i / (count - 1))).toPrecision(6)),
	);
}

function decimals(text: string): number {
	const [mantissa = '', exponent = '0'] = text.trim().toLowerCase().split('e');
	return Math.min(100, Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent)));
}

function requireFew(text: string, count: number): void {
	if (count > MOST_VALUES)
		throw new BenchError('usage', `--grid ${text} has ${count} values; at most ${MOST_VALUES} are taken`);
}

function misread(text: string): BenchError {
	return new BenchError('usage', `--grid ${text} can't be read`, {
		hint: 'Write name=first:last:step, name=log:first:last:count or name=a,b,c, for example weights.graph=0:2:0.05.',
	});
}
