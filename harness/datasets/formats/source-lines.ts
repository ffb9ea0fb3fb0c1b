import type { Doc, Json, JsonObject } from '../../contract.ts';
import { faultWords, parseObject } from '../json-lines.ts';
import { docOf } from '../read-corpus.ts';
import { longestLine, readLines } from '../read-lines.ts';
import type { ImportSink, SourceLocation } from './format.ts';

/** A file to be read, and its name as the user knows it (a file inside a zip is unpacked elsewhere). */
export interface SourceFile {
	readonly path: string;
	readonly shownAs: string;
}

export function sourceFile(path: string): SourceFile {
	return { path, shownAs: path };
}

/** The lines of a text file that are not blank; those that can't be read are rejected. */
export async function* textLines(
	file: SourceFile,
	sink: ImportSink,
): AsyncGenerator<{ readonly text: string; readonly location: SourceLocation }> {
	for await (const { number, text, fault } of readLines(file.path, longestLine, sink.mostUnpacked)) {
		const location = { file: file.shownAs, line: number };
		if (fault !== undefined) sink.reject(location, faultWords[fault]);
		else if (text.trim() !== '') yield { text, location };
	}
}

/** The objects of a JSONL file; lines that hold none are rejected. */
export async function* objectLines(
	file: SourceFile,
	sink: ImportSink,
): AsyncGenerator<{ readonly value: JsonObject; readonly location: SourceLocation }> {
	for await (const { text, location } of textLines(file, sink)) {
		const value = parseObject(text);
		if (typeof value === 'string') sink.reject(location, value);
		else yield { value, location };
	}
}

/** An id of any format as text; undefined where it is none. Whether it can be an id here, the sink decides. */
export function idText(value: Json | undefined): string | undefined {
	if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The text under the first of these keys that holds one. */
export function firstText(value: JsonObject, keys: readonly string[]): string | undefined {
	for (const key of keys) {
		const held = value[key];
		if (typeof held === 'string') return held;
	}
	return undefined;
}

/** A document with nothing but its text. */
export function bareDoc(id: string, content: string): Doc {
	return { id, content, tags: [], expandedKeywords: [], importance: 0.5, sensitive: false, metadata: {} };
}

/**
 * A document with the extra fields of a foreign format. Fields that are named and shaped as ours (category, tags,
 * created_at ...) become ours, the rest is metadata. Where they can't be read as ours, all of them are kept as they
 * are, under the one metadata key `fields`.
 */
export function docFrom(id: string, content: string, fields: JsonObject): Doc {
	const bare = bareDoc(id, content);
	if (Object.keys(fields).length === 0) return bare;
	const doc =
		'id' in fields || 'content' in fields ? undefined : docOf({ ...fields, id: 'x', content }, () => undefined);
	return doc === undefined ? { ...bare, metadata: { fields } } : { ...doc, id };
}

/** The object without these keys. */
export function without(value: JsonObject, keys: readonly string[]): JsonObject {
	return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** A grade as written in a file: an integer, also as `1.0`; NaN where it is none. */
export function gradeOf(text: string): number {
	return /^\s*[+-]?\d+(\.0*)?\s*$/.test(text) ? Math.trunc(Number(text)) : Number.NaN;
}
