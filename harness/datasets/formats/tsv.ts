import { option } from '../../options.ts';
import { docFields } from '../lines.ts';
import { defaultStratum } from '../read-queries.ts';
import type { DatasetFormat, ExportSource } from './format.ts';
import { readRoles } from './read-roles.ts';
import { topicLines } from './trec.ts';
import { TOPIC_PARTS } from './trec-topics.ts';
import { tsvRow } from './tsv-lines.ts';

/**
 * Tab-separated files as ir_datasets and MS MARCO have them: docs.tsv and queries.tsv (`id <tab> text`), qrels.tsv
 * (three or four columns). A third column holds, as JSON, what two columns can't.
 */
export const tsv: DatasetFormat = {
	name: 'tsv',
	summary: 'tab-separated: docs.tsv, queries.tsv, qrels.tsv, as ir_datasets and MS MARCO have them',
	takes: 'files or folders; docs=, queries= or qrels= in front of a path says what it is',
	options: {
		topic_field: option.choice('title', TOPIC_PARTS, 'for topics in markup: the part that is the query'),
		stratum: option.text(defaultStratum, 'stratum of queries that name none'),
	},
	read: readRoles,
	write: (source) => ({
		'docs.tsv': docLines(source),
		'queries.tsv': topicLines(source),
		'qrels.tsv': qrelsLines(source),
	}),
};

function* docLines({ corpus }: ExportSource): Iterable<string> {
	for (const doc of corpus) yield tsvRow(doc.id, doc.content, docFields(doc));
}

function* qrelsLines({ qrels }: ExportSource): Iterable<string> {
	for (const [queryId, grades] of qrels) for (const [docId, grade] of grades) yield `${queryId}\t${docId}\t${grade}`;
}
