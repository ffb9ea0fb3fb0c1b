import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../harness/testing/temporary-folder.ts';
import { callBench } from '../../testing/call-bench.ts';

interface Printed {
	readonly retest: string;
	readonly answer: string;
	readonly changed_queries: number;
	readonly tuned: boolean;
	readonly not_a_test: Record<string, string>;
	readonly rows: readonly {
		metric: string;
		stratum: string;
		role: string;
		verdict: string;
		delta: number;
		n: number;
		ci: readonly [number, number];
		baseline: string;
		challenger: string;
		p_studentised: number;
		p_studentised_corrected: number | null;
	}[];
}

/**
 * 24 topics with an old and a new document that say the same but for a word, and a query for each of them: 'current'
 * ones want the new one and say the old one's word, so that only the date tells; 'past' ones want the old one.
 */
function datedDataset(dated: boolean): string {
	const documents = Array.from({ length: 24 }, (_, topic) => [
		{ id: `old${topic}`, content: `topic${topic} lantern harbour`, ...(dated ? { created_at: '2024-01-01' } : {}) },
		{ id: `new${topic}`, content: `topic${topic} lantern`, ...(dated ? { created_at: `2025-01-${topic + 2}` } : {}) },
	]).flat();
	const queries = Array.from({ length: 24 }, (_, topic) => ({
		query_id: `q${topic}`,
		text: `topic${topic} harbour`,
		stratum: topic < 16 ? 'current' : 'past',
		relevant_ids: [`${topic < 16 ? 'new' : 'old'}${topic}`],
	}));
	const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
	return temporaryFolder({
		'data/corpus.jsonl': lines(documents.map((row) => ({ ...row }))),
		'data/queries.jsonl': lines(queries),
		'data/qrels.jsonl': lines(queries.map(({ query_id, relevant_ids }) => ({ query_id, relevant_ids }))),
	}).path;
}
