import type { JsonObject } from '../../contract.ts';
import type { ImportSink } from './format.ts';
import { elements, plainText } from './markup.ts';
import { docFrom, firstText, idText, objectLines, type SourceFile, without } from './source-lines.ts';

const idKeys = ['id', 'docno', 'doc_id', 'docid', '_id', 'pid', 'passage_id'];
const textKeys = ['contents', 'content', 'text', 'body', 'passage', 'segment'];

/**
 * Documents as JSONL, as indexers of TREC collections take them (`{"id", "contents"}` and the like). A `title` goes in
 * front of the text, and stays as metadata; an object under `fields` holds what other tools have no field for.
 */
export async function readJsonDocs(file: SourceFile, sink: ImportSink): Promise<void> {
	for await (const { value, location } of objectLines(file, sink)) {
		const idKey = idKeys.find((key) => value[key] !== undefined);
		const id = idKey === undefined ? undefined : idText(value[idKey]);
		const text = firstText(value, textKeys);
		if (id === undefined || text === undefined) {
			sink.reject(
				location,
				`has no ${id === undefined ? `id (${idKeys.join(', ')})` : `text (${textKeys.join(', ')})`}`,
			);
			continue;
		}
		const textKey = textKeys.find((key) => typeof value[key] === 'string') as string;
		const title = typeof value.title === 'string' && value.title !== '' ? `${value.title} ` : '';
		const rest = without(value, [idKey as string, textKey, 'fields']);
		const fields = value.fields;
		const ours =
			typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? (fields as JsonObject) : undefined;
		sink.doc(docFrom(id, title + text, { ...rest, ...(fields === undefined ? {} : (ours ?? { fields })) }), location);
	}
}

/** The elements that are a document's text; as the indexers of the newswire collections choose them. */
const textElements = new Set(['TITLE', 'HEADLINE', 'HEAD', 'HL', 'TTL', 'LP', 'LEADPARA', 'TEXT']);

/**
 * Documents as TREC's SGML: `<DOC><DOCNO>..</DOCNO> ... </DOC>`. The text elements become the content in their order,
 * with whatever stands in no element; every other element becomes metadata under its name in small letters.
 */
export async function readSgmlDocs(file: SourceFile, sink: ImportSink): Promise<void> {
	for await (const { body, location } of elements(file, 'DOC', sink)) {
		let id: string | undefined;
		const parts: string[] = [];
		const fields: Record<string, string> = Object.create(null);
		const outside = body.replace(/<([a-z][\w-]*)(?:\s[^>]*)?>([\s\S]*?)<\/\1>/gi, (_, name: string, inner: string) => {
			const upper = name.toUpperCase();
			const text = plainText(inner);
			if (upper === 'DOCNO') id = text;
			else if (textElements.has(upper)) parts.push(text);
			else if (text !== '') {
				const key = name.toLowerCase();
				fields[key] = Object.hasOwn(fields, key) ? `${fields[key]}\n${text}` : text;
			}
			return ' ';
		});
		parts.push(plainText(outside));
		if (id === undefined || id === '') sink.reject(location, 'has no DOCNO');
		else sink.doc(docFrom(id, parts.filter((part) => part !== '').join('\n'), fields), location);
	}
}
