import { basename } from 'node:path';
import type { Dataset, Doc, DocId, Qrels, QueryId, Ranking } from '../contract.ts';
import { identityHash } from '../files/json.ts';

/**
 * The dataset that a run and its qrels imply where there is no other: the queries of the qrels in one stratum, and the
 * documents that either file names, without texts. Its fingerprint is that of the judgments alone, in no order, so
 * runs imported with the same qrels are comparable.
 */
export function datasetOfQrels(path: string, qrels: Qrels, run: ReadonlyMap<QueryId, Ranking>): Dataset {
	const ids = new Set<DocId>();
	for (const ranking of run.values()) for (const { docId } of ranking) ids.add(docId);
	for (const grades of qrels.values()) for (const docId of grades.keys()) ids.add(docId);
	return {
		name: basename(path),
		directory: path,
		corpus: [...ids].sort(byText).map(namedOnly),
		queries: [...qrels.keys()].map((id) => ({ id, text: '', stratum: 'all' })),
		qrels,
		fingerprint: identityHash(
			Object.fromEntries([...qrels].map(([queryId, grades]) => [queryId, Object.fromEntries(grades)])),
		),
		sensitivePolicy: 'leave-out',
		sensitiveLeftOut: 0,
	};
}

function namedOnly(id: DocId): Doc {
	return { id, content: '', tags: [], expandedKeywords: [], importance: 0, sensitive: false, metadata: {} };
}

function byText(x: string, y: string): number {
	return x < y ? -1 : x > y ? 1 : 0;
}
