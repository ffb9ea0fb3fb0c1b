import type { Json } from '../../contract.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The date of a chat session, read as UTC: `1:56 pm on 8 May, 2023` (LoCoMo) or `2023/05/30 (Tue) 23:40`
 * (LongMemEval). Undefined where it is neither.
 */
export function parseSessionDate(value: Json | undefined): Date | undefined {
	if (typeof value !== 'string') return undefined;
	const numbers = spokenDate(value) ?? slashedDate(value);
	if (numbers === undefined) return undefined;
	const [year, month, day, hour, minute] = numbers;
	const date = new Date(Date.UTC(year, month - 1, day, hour, minute));
	const kept = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60;
	return kept ? date : undefined;
}

type Numbers = readonly [number, number, number, number, number];

function spokenDate(text: string): Numbers | undefined {
	const match = /^\s*(\d{1,2}):(\d{2})\s*([ap])\.?m\.?\s+on\s+(\d{1,2})\s+([a-z]{3})[a-z]*,?\s+(\d{4})\s*$/i.exec(text);
	if (match === null) return undefined;
	const [, hour, minute, half, day, month, year] = match as unknown as [
		string,
		string,
		string,
		string,
		string,
		string,
		string,
	];
	const inHalf = Number(hour) % 12;
	return [
		Number(year),
		months.indexOf(month.toLowerCase()) + 1,
		Number(day),
		half.toLowerCase() === 'p' ? inHalf + 12 : inHalf,
		Number(minute),
	];
}

function slashedDate(text: string): Numbers | undefined {
	const match = /^\s*(\d{4})[/-](\d{2})[/-](\d{2})(?:\s*\([a-z]+\))?(?:\s+(\d{1,2}):(\d{2}))?\s*$/i.exec(text);
	if (match === null) return undefined;
	const [, year, month, day, hour = '0', minute = '0'] = match;
	return [Number(year), Number(month), Number(day), Number(hour), Number(minute)];
}
