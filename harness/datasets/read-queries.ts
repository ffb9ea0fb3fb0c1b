import type { DocId, JsonObject, Query, QueryId } from '../contract.ts';
import { isCleanText, isMisfit, readDate, readId, readScope, readTags } from './fields.ts';
import { readJsonLines } from './json-lines.ts';
import { type FileProblems, shown } from './problems.ts';
import { readRelevantIds } from './read-qrels.ts';

export interface QueryRecord {
	readonly line: number;
	readonly query: Query;
	/** The relevant documents that the line itself names; qrels.jsonl, where there is one, overrides them. */
	readonly relevantIds: readonly DocId[] | undefined;
	/** Its keys that begin with `_`: where the query came from. They take no part in scoring. */
	readonly provenance: JsonObject;
}

export interface QueriesFile {
	/** In file order. */
	readonly records: readonly QueryRecord[];
	/** Every id that a line names, also those of lines with other faults, so that one fault is reported once. */
	readonly ids: ReadonlySet<QueryId>;
}

/** The stratum of queries that name none. */
export const defaultStratum = 'all';

const known = new Set([
	'query_id',
	'text',
	'stratum',
	'relevant_ids',
	'scope',
	'asked_at',
	'filter',
	'outside_overall',
]);

/** The queries of a queries.jsonl. Lines that can't be read are reported and left out. */
export async function readQueries(path: string, problems: FileProblems): Promise<QueriesFile> {
	const records: QueryRecord[] = [];
	const lineOf = new Map<string, number>();
	const ids = new Set<QueryId>();
	const ignored = new Set<string>();
	for await (const { line, value } of readJsonLines(path, problems)) {
		for (const key of Object.keys(value)) {
			if (known.has(key) || key.startsWith('_') || ignored.has(key)) continue;
			ignored.add(key);
			problems.warning('ignored-key', line, `key ${shown(key)} is unknown and ignored (provenance begins with _)`);
		}
		const query = queryOf(value, line, problems);
		const relevantIds = readRelevantIds(value.relevant_ids, line, problems);
		const id = readId(value.query_id);
		if (!isMisfit(id)) ids.add(id);
		if (query === undefined || relevantIds === 'unreadable') continue;
		const first = lineOf.get(query.id);
		if (first !== undefined) {
			problems.error('duplicate', line, `query_id ${shown(query.id)} is used before, on line ${first}`);
			continue;
		}
		lineOf.set(query.id, line);
		const provenance = Object.fromEntries(Object.entries(value).filter(([key]) => key.startsWith('_')));
		records.push({ line, query, relevantIds, provenance });
	}
	checkOutside(records, problems);
	if (records.length === 0) problems.error('nothing-there', 0, 'holds no query that can be read');
	return { records, ids };
}

/** A stratum is part of what is over all queries, or it is not. */
function checkOutside(records: readonly QueryRecord[], problems: FileProblems): void {
	const first = new Map<string, QueryRecord>();
	for (const record of records) {
		const { stratum, outsideOverall } = record.query;
		const before = first.get(stratum);
		if (before === undefined) first.set(stratum, record);
		else if (before.query.outsideOverall !== outsideOverall) {
			problems.error(
				'field',
				record.line,
				`outside_overall is another than on line ${before.line}, of the same stratum ${shown(stratum)}`,
			);
			return;
		}
	}
}

function queryOf(value: JsonObject, line: number, problems: FileProblems): Query | undefined {
	let valid = true;
	const fail = (field: string, wanted: string): void => {
		valid = false;
		problems.error('field', line, value[field] === undefined ? `has no ${field}` : `${field} must be ${wanted}`);
	};
	const id = readId(value.query_id);
	if (isMisfit(id)) fail('query_id', id.wanted);
	const text = value.text;
	if (typeof text !== 'string') fail('text', 'a text');
	else if (text.trim() === '') fail('text', 'a text that is not empty');
	const stratum = value.stratum ?? defaultStratum;
	if (typeof stratum !== 'string' || stratum.trim() === '' || /\p{Cc}/u.test(stratum))
		fail('stratum', 'a text of one line');
	// Every table and limit names the mean over all queries so.
	else if (stratum === 'overall') fail('stratum', 'another word than "overall", which names all queries together');
	const scope = readScope(value.scope);
	if (isMisfit(scope)) fail('scope', scope.wanted);
	const askedAt = readDate(value.asked_at);
	if (isMisfit(askedAt)) fail('asked_at', askedAt.wanted);
	// A text is one value, whatever commas it holds.
	const filter = readTags(typeof value.filter === 'string' ? [value.filter] : value.filter);
	if (isMisfit(filter)) fail('filter', 'a text or a list of texts');
	const outside = value.outside_overall ?? false;
	if (typeof outside !== 'boolean') fail('outside_overall', 'true or false');
	if (!valid || isMisfit(id) || isMisfit(scope) || isMisfit(askedAt) || isMisfit(filter)) return undefined;
	if (value.stratum === undefined || value.stratum === null)
		problems.warning('field', line, `query ${shown(id)} names no stratum: it counts as "${defaultStratum}"`);
	if (!isCleanText(text as string))
		problems.warning('nul', line, `query ${shown(id)} holds NUL or half of a surrogate pair`);
	return {
		id,
		text: text as string,
		stratum: stratum as string,
		...(scope === undefined ? {} : { scope }),
		...(askedAt === undefined ? {} : { askedAt }),
		...(filter.length === 0 ? {} : { filter }),
		...(outside === true ? { outsideOverall: true } : {}),
	};
}
