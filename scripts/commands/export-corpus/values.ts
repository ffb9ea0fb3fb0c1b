import type { Json } from '../../../harness/contract.ts';
import { isMisfit, readDate, readFlag, readKeywords, readTags } from '../../../harness/datasets/fields.ts';

/** A value of a column as better-sqlite3 gives it. */
export type Cell = string | number | bigint | Buffer | null;

/** A text; empty for NULL and for bytes. */
export function textOf(cell: Cell | undefined): string {
	return typeof cell === 'string' ? cell : typeof cell === 'number' || typeof cell === 'bigint' ? String(cell) : '';
}

/** A 64-bit integer as JSON carries it to the last digit: a number, or a text where a double would round it. */
export function integerOf(cell: bigint): number | string {
	return Number.isSafeInteger(Number(cell)) ? Number(cell) : String(cell);
}

/** A list of texts: a JSON array, or a text split as `split` does it. */
function listOf(cell: Cell | undefined, split: typeof readTags): readonly string[] {
	const text = textOf(cell).trim();
	const list = text.startsWith('[') ? parseList(text) : undefined;
	const read = split(list ?? text);
	return isMisfit(read) ? [] : read;
}

export function tagsOf(cell: Cell | undefined): readonly string[] {
	return listOf(cell, readTags);
}

export function keywordsOf(cell: Cell | undefined): readonly string[] {
	return listOf(cell, readKeywords);
}

/** The texts and numbers of a JSON array; a text that is none is one item. */
export function itemsOf(cell: Cell | undefined): readonly string[] {
	const text = textOf(cell).trim();
	if (text === '') return [];
	return (parseList(text) ?? [text]).map((item) => item.trim()).filter((item) => item !== '');
}

function parseList(text: string): string[] | undefined {
	try {
		const value: unknown = JSON.parse(text);
		if (!Array.isArray(value)) return undefined;
		return value.filter((item) => typeof item === 'string' || typeof item === 'number').map(String);
	} catch {
		return undefined;
	}
}

/** Seconds or milliseconds since 1970, ISO 8601, or SQLite's own form; undefined for what is none of them. */
export function dateOf(cell: Cell | undefined): Date | undefined | 'unreadable' {
	const text = textOf(cell).trim();
	const value: Json = /^-?\d{6,}(\.\d+)?$/.test(text) ? Number(text) : text;
	const date = readDate(value);
	return isMisfit(date) ? 'unreadable' : date;
}

/** A value that can't be read is taken for a mark: a document too few is a smaller harm than one too many. */
export function sensitiveOf(cell: Cell | undefined): boolean {
	const flag = Buffer.isBuffer(cell) ? true : readFlag(typeof cell === 'bigint' ? String(cell) : (cell ?? null));
	return isMisfit(flag) || flag;
}
