import { option } from '../../options.ts';
import { qrelsText } from '../../run/trec/write.ts';
import { docFields } from '../lines.ts';
import { defaultStratum } from '../read-queries.ts';
import type { DatasetFormat, ExportSource } from './format.ts';
import { readRoles } from './read-roles.ts';
import { TOPIC_PARTS } from './trec-topics.ts';
import { tsvRow } from './tsv-lines.ts';

/**
 * TREC: topics, qrels (`query 0 doc grade`) and documents. Written are topics.tsv, qrels.txt and docs.jsonl
 * (`{"id", "contents"}`); what those can't hold stands in a third column and under `fields`.
 */
export const trec: DatasetFormat = {
	name: 'trec',
	summary: 'TREC: documents (SGML or JSONL), topics (<top>, XML, tsv or JSONL), qrels',
	takes: 'files or folders; docs=, queries= or qrels= in front of a path says what it is',
	options: {
		topic_field: option.choice('title', TOPIC_PARTS, 'the part of a topic that is the query'),
		stratum: option.text(defaultStratum, 'stratum of queries that name none'),
	},
	read: readRoles,
	write: (source) => ({
		'docs.jsonl': docLines(source),
		'topics.tsv': topicLines(source),
		'qrels.txt': qrelsLines(source),
	}),
};

function* docLines({ corpus }: ExportSource): Iterable<string> {
	for (const doc of corpus) {
		const fields = docFields(doc);
		yield JSON.stringify({
			id: doc.id,
			contents: doc.content,
			...(Object.keys(fields).length === 0 ? {} : { fields }),
		});
	}
}

export function* topicLines({ queries, provenance }: ExportSource): Iterable<string> {
	for (const { id, text, stratum } of queries) yield tsvRow(id, text, { stratum, ...provenance.get(id) });
}

export function qrelsLines({ qrels }: ExportSource): Iterable<string> {
	return qrelsText(qrels).split('\n').slice(0, -1);
}
