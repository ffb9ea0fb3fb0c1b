import { jsonrepair } from 'jsonrepair';

/** A model's answer in JSON, read; and the repairs it needed. */
export interface JsonAnswer {
	readonly value: unknown;
	/** Kinds of repair, in order; empty where the answer was JSON as it stood. */
	readonly repairs: readonly string[];
}

type Repair = readonly [name: string, mend: (text: string) => string];

/** The repair that may have lost the end of an answer. */
export const CUT_OFF = 'cut off, closed';

/** From the most harmless on: each is applied on top of the ones before, until the text can be read. */
const REPAIRS: readonly Repair[] = [
	['thinking taken off', (text) => text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim()],
	[
		'code fence taken off',
		(text) => /```(?:json[cl5]?|JSON)?\s*\n?([\s\S]*?)(?:```|$)/.exec(text)?.[1]?.trim() ?? text,
	],
	['words around it taken off', outermost],
	[CUT_OFF, closed],
	['broken JSON mended', mended],
];

/**
 * The value of an answer, undefined where it can't be read even after the repairs: prose or a code fence around it, an
 * end that is missing (then whole elements are kept and the last, half one is dropped), and what jsonrepair mends:
 * trailing commas, Python's constants, one object a line, line breaks in strings, missing quotes and commas.
 */
export function readJsonAnswer(content: string): JsonAnswer | undefined {
	let text = content.trim();
	const repairs: string[] = [];
	const first = parse(text);
	if (first !== undefined) return { value: first, repairs };
	for (const [name, mend] of REPAIRS) {
		const mended = mend(text);
		if (mended === text) continue;
		text = mended;
		repairs.push(name);
		const value = parse(text);
		if (value !== undefined) return { value, repairs };
	}
	return undefined;
}

function parse(text: string): object | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

/** From the first brace or bracket to the last one that closes; to the end where none does. */
function outermost(text: string): string {
	const start = text.search(/[{[]/);
	if (start < 0) return text;
	const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
	return end > start ? text.slice(start, end + 1) : text.slice(start);
}

/**
 * Cut back to the last element that is whole, and everything that is open closed. Elements are the objects in a list
 * at the top or one level below; what is nested deeper is part of one, and half an element is dropped whole.
 */
function closed(text: string): string {
	const { open, whole } = scan(text);
	return open > 0 && whole !== undefined ? whole : text;
}

function endsEarly(text: string): boolean {
	return scan(text).open > 0;
}

/** How many brackets are open at the end, and the text up to its last whole element, with what is open there closed. */
function scan(text: string): { readonly open: number; readonly whole: string | undefined } {
	const open: string[] = [];
	let inString = false;
	let whole: string | undefined;
	for (let at = 0; at < text.length; at++) {
		const character = text[at] as string;
		if (inString) {
			if (character === '\\') at++;
			else if (character === '"') inString = false;
		} else if (character === '"') inString = true;
		else if (character === '{' || character === '[') open.push(character === '{' ? '}' : ']');
		else if (character === '}' || character === ']') {
			// Brackets that do not match: nothing can be said of the end.
			if (open.pop() !== character) return { open: 0, whole: undefined };
			if (character === '}' && (open.length === 1 || open.length === 2))
				whole = text.slice(0, at + 1) + [...open].reverse().join('');
		}
	}
	return { open: open.length, whole };
}

/** Mended by jsonrepair, unless its end is missing: half an element would pass for a whole one. */
function mended(text: string): string {
	if (endsEarly(text)) return text;
	try {
		return jsonrepair(text);
	} catch {
		return text;
	}
}
