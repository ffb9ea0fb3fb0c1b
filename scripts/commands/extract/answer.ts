import type { DocId } from '../../../harness/contract.ts';
import { CUT_OFF, readJsonAnswer } from '../../llm/json-answer.ts';
import { asRecord, type Extraction, readExtraction } from './extraction.ts';

/** An answer about the documents of its request. */
export interface ExtractionAnswer {
	readonly found: ReadonlyMap<DocId, Extraction>;
	/** Kinds of repair without which it could not have been read. */
	readonly repairs: readonly string[];
	/** Entities and triples that could not be used. */
	readonly dropped: number;
	/** Objects under an id that was not asked about, or under one for the second time. */
	readonly strays: number;
	readonly readable: boolean;
}

/**
 * Reads an answer about these documents. Taken besides the form that was asked for: a bare list, an object by id, the
 * list under another name, and, where one document was asked about, its object without an id.
 */
export function readExtractionAnswer(content: string, asked: readonly DocId[]): ExtractionAnswer {
	const read = readJsonAnswer(content);
	if (read === undefined) return { found: new Map(), repairs: [], dropped: 0, strays: 0, readable: false };
	const repairs = [...read.repairs];
	const found = new Map<DocId, Extraction>();
	let dropped = 0;
	let strays = 0;
	for (const { id, value } of objectsOf(read.value, asked, repairs)) {
		const one = readExtraction(value);
		if (one === undefined) continue;
		if (id === undefined || !asked.includes(id) || found.has(id)) strays++;
		else {
			found.set(id, one.extraction);
			dropped += one.dropped;
		}
	}
	return { found, repairs, dropped, strays, readable: true };
}

interface Entry {
	readonly id: DocId | undefined;
	readonly value: Readonly<Record<string, unknown>>;
}

function objectsOf(value: unknown, asked: readonly DocId[], repairs: string[]): Entry[] {
	const object = asRecord(value);
	if (object === undefined) return Array.isArray(value) ? entriesOf(value, asked, repairs) : [];
	if ('triples' in object || 'entities' in object)
		// One document whose end is missing would pass for a whole one with fewer facts.
		return repairs.includes(CUT_OFF) ? [] : entriesOf([object], asked, repairs);
	const list = Object.values(object).find(Array.isArray);
	if (list !== undefined) return entriesOf(list, asked, repairs);
	const byId = asRecord(object.documents) ?? object;
	repairs.push('objects by id');
	return Object.entries(byId).flatMap(([id, inner]) => {
		const value = asRecord(inner);
		return value === undefined ? [] : [{ id: nameOf(id), value }];
	});
}

function entriesOf(list: readonly unknown[], asked: readonly DocId[], repairs: string[]): Entry[] {
	return list.flatMap((inner) => {
		const value = asRecord(inner);
		if (value === undefined) return [];
		const id = nameOf(value.id ?? value.doc_id ?? value.document_id);
		if (id !== undefined || asked.length !== 1 || list.length !== 1) return [{ id, value }];
		repairs.push('the only id put in');
		return [{ id: asked[0], value }];
	});
}

function nameOf(id: unknown): DocId | undefined {
	return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : undefined;
}
