import type { Doc, DocId, Json, JsonObject } from '../contract.ts';
import {
	isCleanText,
	isMisfit,
	type Misfit,
	readDate,
	readFlag,
	readId,
	readImportance,
	readKeywords,
	readTags,
} from './fields.ts';
import { readJsonLines } from './json-lines.ts';
import { type FileProblems, shown } from './problems.ts';

export interface DocRecord {
	readonly line: number;
	readonly doc: Doc;
}

export interface CorpusFile {
	/** In file order, sensitive ones included. */
	readonly records: readonly DocRecord[];
	/** Every id that a line names, also those of lines with other faults, so that one fault is reported once. */
	readonly ids: ReadonlySet<DocId>;
}

/** The keys of a corpus line that become fields; every other one is metadata. */
const known = new Set([
	'id',
	'content',
	'category',
	'tags',
	'expanded_keywords',
	'importance',
	'created_at',
	'is_sensitive',
]);

/** The documents of a corpus.jsonl. Lines that can't be read are reported and left out, as is the second of an id. */
export async function readCorpus(path: string, problems: FileProblems): Promise<CorpusFile> {
	const records: DocRecord[] = [];
	const lineOf = new Map<string, number>();
	const ids = new Set<DocId>();
	for await (const { line, value } of readJsonLines(path, problems)) {
		const doc = docOf(value, (field, wanted) =>
			problems.error('field', line, value[field] === undefined ? `has no ${field}` : `${field} must be ${wanted}`),
		);
		const id = readId(value.id);
		if (!isMisfit(id)) ids.add(id);
		if (doc === undefined) continue;
		const first = lineOf.get(doc.id);
		if (first !== undefined) {
			problems.error(
				'duplicate',
				line,
				`id ${shown(doc.id)} is used before, on line ${first} (ids are compared as text)`,
			);
			continue;
		}
		lineOf.set(doc.id, line);
		if (doc.content.trim() === '')
			problems.warning('empty-text', line, `document ${shown(doc.id)} is empty: no system can find it by its text`);
		if (!isCleanText(doc.content))
			problems.warning(
				'nul',
				line,
				`document ${shown(doc.id)} holds NUL or half of a surrogate pair: stores may cut it there`,
			);
		records.push({ line, doc });
	}
	if (records.length === 0) problems.error('nothing-there', 0, 'holds no document that can be read');
	return { records, ids };
}

/** The document of one parsed line; undefined after `misfit` was told of every field that can't be read. */
export function docOf(value: JsonObject, misfit: (field: string, wanted: string) => void): Doc | undefined {
	let valid = true;
	const field = <T>(name: string, read: T | Misfit): T => {
		if (!isMisfit(read)) return read;
		valid = false;
		misfit(name, read.wanted);
		return undefined as T;
	};
	const text = (name: string): string | Misfit => {
		const content: Json | undefined = value[name];
		return typeof content === 'string' ? content : { wanted: 'a text' };
	};
	const id = field('id', readId(value.id));
	const content = field('content', text('content'));
	const category = value.category === undefined || value.category === null ? '' : field('category', text('category'));
	const tags = field('tags', readTags(value.tags));
	const expandedKeywords = field('expanded_keywords', readKeywords(value.expanded_keywords));
	const importance = field('importance', readImportance(value.importance));
	const createdAt = field('created_at', readDate(value.created_at));
	const sensitive = field('is_sensitive', readFlag(value.is_sensitive));
	if (!valid) return undefined;
	return {
		id,
		content,
		...(category === '' ? {} : { category }),
		tags,
		expandedKeywords,
		importance,
		...(createdAt === undefined ? {} : { createdAt }),
		sensitive,
		metadata: metadataOf(value),
	};
}

/** One for all documents that have no other keys. */
const NO_METADATA: JsonObject = Object.freeze({});

function metadataOf(value: JsonObject): JsonObject {
	const others = Object.entries(value).filter(([key]) => !known.has(key));
	return others.length === 0 ? NO_METADATA : Object.fromEntries(others);
}
