import { afterAll, expect, it } from 'vitest';
import { jsonl, temporaryFolder } from '../testing/temporary-folder.ts';
import { describeDataset, spread } from './describe.ts';
import { loadDataset } from './load.ts';

const folder = temporaryFolder({
	'corpus.jsonl': jsonl(
		{ id: 1, content: 'Quarantined zebra', expanded_keywords: 'stripes', tags: 'a', category: 'animals' },
		{ id: 2, content: 'Quarantined zebra' },
		{ id: 3, content: '' },
		{ id: 4, content: 'hush', is_sensitive: true },
	),
	'queries.jsonl': jsonl(
		{ query_id: 'q1', text: 'zebra stripes', stratum: 'exact' },
		{ query_id: 'q2', text: 'horse', stratum: 'paraphrase' },
		{ query_id: 'q3', text: 'nothing', stratum: 'paraphrase' },
	),
	'qrels.jsonl': jsonl(
		{ query_id: 'q1', grades: { 1: 2, 2: 1, 3: 0 } },
		{ query_id: 'q2', relevant_ids: [1] },
		{ query_id: 'q3', relevant_ids: [] },
	),
});
afterAll(() => folder.dispose());

it('counts, lengths, overlap, grades and duplicates', async () => {
	const stats = describeDataset(await loadDataset(folder.path));
	expect(stats).toMatchObject({
		docs: 3,
		emptyDocs: 1,
		sensitiveLeftOut: 1,
		sensitiveKept: 0,
		categories: { animals: 1, '': 2 },
		tagged: 1,
		withKeywords: 1,
		dated: 0,
		queries: 3,
		graded: true,
		grades: { 0: 1, 1: 2, 2: 1 },
		exactDuplicates: 1,
		nearDuplicatePairs: 0,
	});
	expect(stats.docWords).toEqual({ n: 3, p50: 2, p90: 2, p95: 2, max: 2 });
	expect(Object.keys(stats.strata)).toEqual(['exact', 'paraphrase']);
	expect(stats.strata.paraphrase).toMatchObject({
		queries: 2,
		unscorable: 1,
		relevant: { n: 1, max: 1 },
		overlap: { max: 0 },
	});
	// {zebra, stripes} against {quarantined, zebra, stripes} and {quarantined, zebra}.
	expect(stats.strata.exact?.overlap).toMatchObject({ n: 2, max: 2 / 3, p50: (2 / 3 + 1 / 3) / 2 });
});

it('shows no text', async () => {
	const stats = describeDataset(await loadDataset(folder.path));
	expect(JSON.stringify(stats)).not.toMatch(/zebra|quarantined|stripes|horse|hush/i);
});

it('quantiles are interpolated', () => {
	expect(spread([4, 1, 3, 2])).toEqual({ n: 4, p50: 2.5, p90: 3.7, p95: 3.8499999999999996, max: 4 });
});
