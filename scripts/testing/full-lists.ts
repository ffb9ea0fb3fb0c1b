import { jsonl } from '../../harness/testing/temporary-folder.ts';

const DOCUMENTS = Array.from({ length: 80 }, (_, docIndex) => docIndex);
const QUERIES = DOCUMENTS.slice(0, 6);

/**
 * A dataset `data/small` of 80 documents that all hold one word of every query: no leg runs out of documents, so that
 * what an audit says against full lists is what happens.
 */
export const FULL_LISTS: Readonly<Record<string, string>> = {
	'data/small/corpus.jsonl': DOCUMENTS.map((docIndex) =>
		jsonl({
			id: `d${docIndex}`,
			content: `harbour note ${docIndex} tide${docIndex % 9} crane${docIndex % 7}`,
			tags: `tide${docIndex % 9},pier${docIndex % 5}`,
			category: docIndex % 40 === 0 ? 'rare' : 'common',
			importance: 0.5,
			created_at: `2024-0${1 + (docIndex % 9)}-${10 + (docIndex % 17)}`,
		}),
	).join(''),
	'data/small/queries.jsonl': QUERIES.map((i) =>
		jsonl({ query_id: `q${i}`, text: `harbour tide${i} crane${i}`, stratum: 'exact' }),
	).join(''),
	'data/small/qrels.jsonl': QUERIES.map((i) => jsonl({ query_id: `q${i}`, relevant_ids: [`d${i}`, `d${i + 9}`] })).join(
		'',
	),
};

/** A graph leg beside fts5, with lists of 20. */
export const GRAPH_ON_FTS5 = ['--set', 'legs=fts5,graph', '--set', 'graph.seeds=fts5', '--set', 'depth=20'];

/** The original mistake: only what the base does not return, at a weight under the threshold of 61/70. */
export const ORIGINAL_MISTAKE = [...GRAPH_ON_FTS5, '--set', 'exclude_base=true', '--set', 'weights.graph=0.35'];
