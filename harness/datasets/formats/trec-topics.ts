import type { JsonObject, Options } from '../../contract.ts';
import type { ImportSink, SourceLocation } from './format.ts';
import { elements, plainText } from './markup.ts';
import { idText, objectLines, type SourceFile, without } from './source-lines.ts';

/** The parts of a topic that can be the query: values of `topic_field`. */
export const TOPIC_PARTS = ['title', 'desc', 'narr'] as const;

/** The parts of a topic and the names that the tracks gave them. */
const parts: Readonly<Record<(typeof TOPIC_PARTS)[number], readonly string[]>> = {
	title: ['title', 'query'],
	desc: ['desc', 'description', 'question', 'summary'],
	narr: ['narr', 'narrative'],
};

/**
 * Topics in TREC's classic form (`<top><num> Number: 301 <title> ...`, whose inner tags do not end) and in the XML of
 * later tracks (`<topic number="1"><title>..</title>`). Numbers lose leading zeros, which qrels do not have. The part
 * that is the query's text is chosen with `topic_field`; the others are kept as provenance.
 */
export async function readTopics(
	file: SourceFile,
	name: 'top' | 'topic',
	options: Options,
	sink: ImportSink,
): Promise<void> {
	const wanted = options.topic_field as (typeof TOPIC_PARTS)[number];
	const names = parts[wanted];
	for await (const { body, attributes, location } of elements(file, name, sink)) {
		const fields: Record<string, string> = Object.create(null);
		for (const [, field = '', text = ''] of body.replace(/<\/[^>]*>/g, ' ').matchAll(/<([a-z]+)(?:\s[^>]*)?>([^<]*)/gi))
			fields[field.toLowerCase()] = plainText(text).replace(/^(number|topic|description|narrative):\s*/i, '');
		const number = fields.num ?? fields.number ?? /number\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1];
		const text = names.map((field) => fields[field]).find((value) => value !== undefined && value !== '');
		if (number === undefined || text === undefined) {
			sink.reject(location, number === undefined ? 'the topic has no number' : `the topic has no ${wanted}`);
			continue;
		}
		const id = number.trim().replace(/^0+(?=\d)/, '');
		const rest = without(fields, ['num', 'number', ...names]);
		takeQuery(id, text.replace(/\s+/g, ' '), rest, options, location, sink);
	}
}

/** Topics as JSONL: `query_id`, `qid`, `_id` or `id`, and `text`, `query` or `title`. */
export async function readJsonTopics(file: SourceFile, options: Options, sink: ImportSink): Promise<void> {
	const idKeys = ['query_id', 'qid', '_id', 'id'];
	const textKeys = ['text', 'query', 'title'];
	for await (const { value, location } of objectLines(file, sink)) {
		const idKey = idKeys.find((key) => idText(value[key]) !== undefined);
		const textKey = textKeys.find((key) => typeof value[key] === 'string');
		if (idKey === undefined || textKey === undefined)
			sink.reject(location, `has no ${idKey === undefined ? 'id' : 'text'}`);
		else
			takeQuery(
				idText(value[idKey]) as string,
				value[textKey] as string,
				without(value, [idKey, textKey]),
				options,
				location,
				sink,
			);
	}
}

/** Hands over a query whose extra fields may name its stratum. */
export function takeQuery(
	id: string,
	text: string,
	fields: JsonObject,
	options: Options,
	location: SourceLocation,
	sink: ImportSink,
): void {
	const { stratum, ...rest } = fields;
	const named = typeof stratum === 'string' && stratum.trim() !== '' ? stratum : String(options.stratum);
	sink.query({ id, text, stratum: named }, rest, location);
}
