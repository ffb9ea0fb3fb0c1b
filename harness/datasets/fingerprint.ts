import { createHash } from 'node:crypto';
import type { Doc, Qrels, Query } from '../contract.ts';
import { canonicalJson } from '../files/json.ts';

/** The content of a dataset that its fingerprint covers: neither its name nor its directory. */
export interface DatasetContent {
	readonly corpus: readonly Doc[];
	readonly queries: readonly Query[];
	readonly qrels: Qrels;
}

/**
 * sha-256 (hex) of what a dataset means, not of its bytes. It is the same whatever the folder is called and however
 * the files are written: key order, white space, line ends, ids as integers or text, lists or their text forms,
 * defaults written out or left away. It changes with any field of any document or query, with any grade, and with the
 * order of documents (which breaks ties) or queries (which seeds resampling). Judgments have no order.
 *
 * It is taken over the documents that were loaded: where there are sensitive ones, leaving them out or keeping them
 * are two different datasets. Provenance (`_` keys of queries) does not count.
 */
export function fingerprint(content: DatasetContent): string {
	const hash = createHash('sha256');
	hash.update('recall-bench dataset 1\n');
	for (const doc of content.corpus) hash.update(`doc ${docLine(doc)}\n`);
	for (const { id, text, stratum, scope, askedAt, filter, outsideOverall } of content.queries) {
		// Fields that a query does not have leave no trace, so that older fingerprints stay.
		const more = askedAt === undefined && filter === undefined ? [] : [askedAt?.toISOString() ?? null, filter ?? null];
		hash.update(`query ${JSON.stringify([id, text, stratum, ...more])}\n`);
		if (outsideOverall === true) hash.update('outside overall\n');
		if (scope !== undefined) hash.update(`scope ${JSON.stringify(scope)}\n`);
		const grades = [...(content.qrels.get(id) ?? [])].sort(([x], [y]) => (x < y ? -1 : 1));
		hash.update(`qrels ${JSON.stringify(grades)}\n`);
	}
	return hash.digest('hex');
}

function docLine(doc: Doc): string {
	const scopes = doc.scopes === undefined ? '' : ` scopes ${JSON.stringify([...doc.scopes].sort())}`;
	return `${fieldsLine(doc)} ${canonicalJson(doc.metadata)}${scopes}`;
}

/** The fields that every document has, for hashing. */
export function fieldsLine(doc: Doc): string {
	return JSON.stringify([
		doc.id,
		doc.content,
		doc.category ?? null,
		doc.tags,
		doc.expandedKeywords,
		doc.importance,
		doc.createdAt?.toISOString() ?? null,
		doc.sensitive,
	]);
}
