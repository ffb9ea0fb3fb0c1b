import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SUBJECTS = ['kettle', 'garden', 'bicycle', 'violin', 'harbour', 'lantern'] as const;

/**
 * A fresh folder with a dataset shaped like LoCoMo: conversations, each a scope of its own with six sessions and six
 * questions, each of which shares two words with its session and one with another.
 */
export function conversations(count: number): string {
	const folder = mkdtempSync(join(tmpdir(), 'bench-conversations-'));
	mkdirSync(join(folder, 'data'));
	const write = (name: string, rows: readonly object[]): void =>
		writeFileSync(join(folder, 'data', name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
	const all = Array.from({ length: count }, (_, c) =>
		SUBJECTS.map((subject, i) => ({ scope: `conversation ${c}`, id: `${c}_${i}`, subject, i, c })),
	).flat();
	const other = (i: number, by: number): string => SUBJECTS[(i + by) % SUBJECTS.length] as string;
	write(
		'corpus.jsonl',
		all.map(({ scope, id, subject, i, c }) => ({
			...{ id, scope, importance: ((i * 7 + c) % 10) / 10 },
			content: `we spoke of the ${subject} and then of the ${other(i, 1 + (c % 3))} at length`,
		})),
	);
	write(
		'queries.jsonl',
		all.map(({ scope, id, subject, i, c }) => ({
			...{ query_id: `q${id}`, scope, stratum: i % 2 === 0 ? 'even' : 'odd', _speaker: `p${c % 2}` },
			text: `which ${subject} or ${other(i, 2)} was it`,
		})),
	);
	write(
		'qrels.jsonl',
		all.map(({ id }) => ({ query_id: `q${id}`, relevant_ids: [id] })),
	);
	return folder;
}
