import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callBench } from './call-bench.ts';
import { smallDataset } from './small-dataset.ts';

/** A folder with the small dataset, its runs `fts` and `fts5`, and a pool of both, `pool.jsonl`. */
export async function smallPool(...flags: readonly string[]): Promise<string> {
	const folder = smallDataset();
	for (const name of ['fts', 'fts5']) await callBench(['run', '--retriever', name, '--out', name], folder);
	await callBench(['pool', 'fts', 'fts5', '--out', 'pool.jsonl', ...flags], folder);
	return folder;
}

interface PoolLine {
	readonly query_id: string;
	readonly doc_id: string;
}

export function poolLines(folder: string): readonly PoolLine[] {
	return jsonLines(join(folder, 'pool.jsonl')).slice(1) as unknown as PoolLine[];
}

/** The file that `bench judge` would have left had this judge given these grades. */
export function writeJudgments(
	folder: string,
	judge: string,
	gradeOf: (line: PoolLine, index: number) => number,
): string {
	const path = join(folder, 'pool.jsonl');
	const header = {
		format: 1,
		kind: 'judgments',
		judge,
		by: 'person',
		rubric: { name: 'four-grades', sha256: 'a'.repeat(64) },
		pool_sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
		dataset: (jsonLines(path)[0] as { dataset: object }).dataset,
	};
	const entries = poolLines(folder).map((line, index) => ({
		query_id: line.query_id,
		doc_id: line.doc_id,
		grade: gradeOf(line, index),
		at: '2026-01-01T00:00:00.000Z',
	}));
	const name = `${judge}.judgments.jsonl`;
	writeFileSync(join(folder, name), [header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join(''));
	return name;
}

export function jsonLines(path: string): readonly Record<string, unknown>[] {
	return readFileSync(path, 'utf8')
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as Record<string, unknown>);
}
