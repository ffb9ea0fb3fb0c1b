import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/**
 * A fresh folder with a dataset under data/: six documents (one sensitive), four queries in two strata, one of them
 * without any relevant document. Returns the folder to run in.
 */
export function smallDataset(): string {
	const folder = mkdtempSync(join(tmpdir(), 'bench-small-'));
	const data = join(folder, 'data');
	mkdirSync(data);
	writeFileSync(
		join(data, 'corpus.jsonl'),
		jsonLines([
			{ id: 1, content: 'The kettle whistles at dawn', category: 'home', tags: 'kitchen', importance: 0.9 },
			{
				id: 2,
				content: 'Backups of the ledger run at midnight',
				category: 'runbooks',
				tags: 'ledger,backup',
				importance: 0.5,
			},
			{
				id: 3,
				content: 'Marta keeps the ledger and the whippet',
				category: 'people',
				tags: 'marta,ledger',
				importance: 0.4,
			},
			{ id: 4, content: 'The whippet fears thunder', category: 'people', tags: 'whippet', importance: 0.3 },
			{ id: 5, content: 'SECRETWORD for the safe is in the blue folder', is_sensitive: 1, importance: 1 },
			{
				id: 6,
				content: 'Thunder took the router down at dawn',
				category: 'incidents',
				tags: 'router',
				importance: 0.6,
			},
		]),
	);
	writeFileSync(
		join(data, 'queries.jsonl'),
		jsonLines([
			{ query_id: 'q1', text: 'kettle whistles', stratum: 'exact', relevant_ids: [1] },
			{ query_id: 'q2', text: 'ledger backups', stratum: 'exact', relevant_ids: [2] },
			{
				query_id: 'q3',
				text: 'what does the whippet of the ledger keeper fear',
				stratum: 'multihop',
				relevant_ids: [3, 4],
			},
			{ query_id: 'q4', text: 'unanswerable question about nothing', stratum: 'multihop', relevant_ids: [] },
		]),
	);
	writeFileSync(
		join(data, 'qrels.jsonl'),
		jsonLines([
			{ query_id: 'q1', relevant_ids: [1] },
			{ query_id: 'q2', grades: { 2: 3, 3: 0 } },
			{ query_id: 'q3', relevant_ids: [3, 4] },
		]),
	);
	return folder;
}
