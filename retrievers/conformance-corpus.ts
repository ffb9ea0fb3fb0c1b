import type { Doc } from '../harness/contract.ts';

/** A small household's memories: shared words and tags, a copy, an empty document, ids that are not numbers. */
export const CONFORMANCE_CORPUS: readonly Doc[] = [
	doc('1', 'Marta keeps the ledger in the blue cabinet', ['ledger', 'marta'], 0.9),
	doc('2', 'The whippet sleeps under the blue cabinet', ['whippet'], 0.4),
	doc('3', 'Backups of the ledger run at midnight', ['ledger', 'backup'], 0.5),
	doc('a/4', 'Thunder frightens the whippet', ['whippet', 'thunder'], 0.3),
	doc('a/5', 'Thunder took the router down at midnight', ['thunder', 'router'], 0.6),
	doc('6', 'The router stands in the blue cabinet', ['router'], 0.5),
	doc('7', 'The router stands in the blue cabinet', ['router'], 0.5),
	doc('8', '', [], 0),
	doc('9', 'Marta and the whippet walk to the harbour', ['marta', 'whippet', 'harbour'], 1),
	doc('10', 'The harbour office "Möwe" opens at eight 😀', ['harbour'], 0.2),
	doc('11', 'NEAR(ledger, OR) is not a query', ['ledger'], 0.5),
	doc('12', '台風の日は港が閉まる', ['harbour'], 0.5),
];

function doc(id: string, content: string, tags: readonly string[], importance: number): Doc {
	return { id, content, category: 'home', tags, expandedKeywords: [], importance, sensitive: false, metadata: {} };
}

/** Queries that no retriever may fail on. */
export const HOSTILE_QUERIES: readonly string[] = [
	'',
	'   \t\n ',
	'"',
	'""" "',
	'unbalanced "quote',
	'NEAR(ledger whippet, 2) AND OR NOT',
	'content : ledger',
	'ledger* ^whippet - (',
	'le\0dger',
	'\0',
	'😀 👩‍👩‍👧',
	'\ud800 lone \udfff',
	"'; DROP TABLE doc; --",
	'%_%',
	'台風',
	'the of and',
	'Ÿ́̈́',
	'householdledgerbook '.repeat(5_000),
	`${'x'.repeat(100_000)}`,
	'('.repeat(100_000),
];
