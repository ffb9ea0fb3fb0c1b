import type { Json } from '../contract.ts';

/** A field that can't be read: `wanted` completes the sentence "<field> must be ...". */
export interface Misfit {
	readonly wanted: string;
}

export function isMisfit(value: unknown): value is Misfit {
	return typeof value === 'object' && value !== null && 'wanted' in value;
}

const idWanted =
	'an integer or a text without white space or control characters that does not begin with # (TREC files could not hold it)';

/** Ids are text inside; JSONL may write integers. */
export function readId(value: Json | undefined): string | Misfit {
	if (typeof value === 'number')
		return Number.isSafeInteger(value)
			? String(value)
			: { wanted: `${idWanted}; integers over 2^53 must be written as text` };
	if (typeof value !== 'string' || !isId(value)) return { wanted: idWanted };
	return value;
}

/** Whether a text can be an id: not empty, well-formed, no white space, no control characters, no # in front. */
export function isId(text: string): boolean {
	return /^(?!#)[^\s\p{Cc}\p{Cs}]+$/u.test(text);
}

/** `"a,b"` or `["a", "b"]`: trimmed, empty ones left out. Absent or null: none. */
export function readTags(value: Json | undefined): readonly string[] | Misfit {
	return readList(value, (text) => text.split(','), 'a list of texts, or a text such as "a,b"');
}

/** `"x y"` or `["x", "y"]`; a text with commas is split at the commas, so that phrases can be written. */
export function readKeywords(value: Json | undefined): readonly string[] | Misfit {
	const split = (text: string): string[] => text.split(text.includes(',') ? ',' : /\s+/u);
	return readList(value, split, 'a list of texts, or a text such as "x y"');
}

/** One for all: a million documents without tags hold no million empty lists. */
const NONE: readonly string[] = Object.freeze([]);

function readList(
	value: Json | undefined,
	split: (text: string) => string[],
	wanted: string,
): readonly string[] | Misfit {
	if (value === undefined || value === null) return NONE;
	const parts = typeof value === 'string' ? split(value) : value;
	if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return { wanted };
	const kept = parts.map((part: string) => part.trim()).filter((part) => part !== '');
	return kept.length === 0 ? NONE : kept;
}

/** 0..1; absent or null is 0.5, the middle. */
export function readImportance(value: Json | undefined): number | Misfit {
	if (value === undefined || value === null) return 0.5;
	if (typeof value !== 'number' || !(value >= 0 && value <= 1)) return { wanted: 'a number from 0 to 1' };
	return value;
}

const isoDate = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * An ISO 8601 date or date and time (UTC where it names no zone, so that every machine reads the same instant), or
 * seconds since 1970; numbers from 1e11 on are milliseconds. Absent or null: undefined.
 */
export function readDate(value: Json | undefined): Date | undefined | Misfit {
	if (value === undefined || value === null || value === '') return undefined;
	const wanted = 'an ISO 8601 date such as "2024-05-31T09:30:00Z", or seconds since 1970';
	const date = typeof value === 'number' ? new Date(Math.abs(value) < 1e11 ? value * 1000 : value) : parseIso(value);
	return date === undefined || Number.isNaN(date.getTime()) ? { wanted } : date;
}

function parseIso(value: Json): Date | undefined {
	const parts = typeof value === 'string' ? isoDate.exec(value.trim()) : null;
	if (parts === null) return undefined;
	const [, day, time = '00:00', seconds = ':00', fraction = '', zone = 'Z'] = parts;
	const at = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
	const date = new Date(`${day}T${time}${seconds}${fraction.slice(0, 4)}${at}`);
	// 2024-02-31 would roll over into March: no such day is no date.
	if (Number.isNaN(new Date(`${day}T00:00:00Z`).getTime())) return undefined;
	return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day as string) ? date : undefined;
}

/** 1, true, 0, false, or their text. Absent or null: false. */
export function readFlag(value: Json | undefined): boolean | Misfit {
	if (value === undefined || value === null || value === '') return false;
	const text = String(value).toLowerCase();
	if (typeof value !== 'object' && (text === '1' || text === 'true')) return true;
	if (typeof value !== 'object' && (text === '0' || text === 'false')) return false;
	return { wanted: '1, 0, true or false' };
}

/** A grade: an integer from 0 to 127 (metrics hold grades in bytes). */
export function isGrade(value: Json | undefined): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 127;
}

/** A text that UTF-8 can carry and that no store cuts short: no NUL, no half of a surrogate pair. */
export function isCleanText(text: string): boolean {
	return !/[\0\p{Cs}]/u.test(text);
}
