import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Queries per stratum. */
const QUERIES = 60;
const STRATA = ['exact', 'multihop'] as const;

/** How many queries of each stratum a made-up system answers: the first ones. */
export type Answered = Readonly<Record<(typeof STRATA)[number], number>>;

/**
 * A fresh folder with a dataset of 2 x 60 queries, each with one relevant document, and a TREC run per system that
 * finds it at rank 1 for the queries it answers and nothing for the others: runs whose every score is known.
 */
export function knownRuns(systems: Readonly<Record<string, Answered>>): string {
	const folder = mkdtempSync(join(tmpdir(), 'bench-known-'));
	mkdirSync(join(folder, 'data'));
	const queries = STRATA.flatMap((stratum) =>
		Array.from({ length: QUERIES }, (_, i) => ({ id: `${stratum}_${i}`, doc: `d_${stratum}_${i}`, stratum, index: i })),
	);
	const lines = (name: string, rows: readonly object[]): void =>
		writeFileSync(join(folder, 'data', name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
	lines(
		'corpus.jsonl',
		queries.map(({ doc }) => ({ id: doc, content: `about ${doc}` })),
	);
	lines(
		'queries.jsonl',
		queries.map(({ id, stratum }) => ({ query_id: id, text: `what of ${id}`, stratum })),
	);
	lines(
		'qrels.jsonl',
		queries.map(({ id, doc }) => ({ query_id: id, relevant_ids: [doc] })),
	);
	for (const [name, answered] of Object.entries(systems))
		writeFileSync(
			join(folder, `${name}.trec`),
			queries
				.map(({ id, doc, stratum, index }) => {
					const other = queries.find((query) => query.doc !== doc)?.doc ?? '';
					return `${id} Q0 ${index < answered[stratum] ? doc : other} 1 1.0 ${name}\n`;
				})
				.join(''),
		);
	return folder;
}
