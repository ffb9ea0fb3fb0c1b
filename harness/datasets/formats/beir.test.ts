import { expect, it } from 'vitest';
import { jsonl } from '../../testing/temporary-folder.ts';
import { zipOf } from '../../testing/zip.ts';
import { importForTest, plainQrels } from './testing/import-for-test.ts';

const files = {
	'set/corpus.jsonl': jsonl(
		{ _id: 'd1', title: 'Foxes', text: 'They are red.', metadata: { url: 'x', tags: ['a'] } },
		{ _id: 'd2', title: '', text: 'Whales', metadata: {} },
		{ _id: 'd3', text: 'Odd', metadata: { tags: 7 } },
	),
	'set/queries.jsonl': jsonl(
		{ _id: 'q1', text: 'red animal', metadata: { stratum: 'exact', from: 'me' } },
		{ _id: 'q2', text: 'of dev', metadata: {} },
		{ _id: 'q3', text: 'unjudged' },
	),
	'set/qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n',
	'set/qrels/dev.tsv': 'query-id\tcorpus-id\tscore\nq2\td2\t1\n',
};

it('a folder: title and text, metadata, the split that was asked for', async () => {
	const { docs, queries, qrels, rejected, counted } = await importForTest('beir', files, { paths: ['set'] });
	expect(docs.map(({ id, content }) => [id, content])).toEqual([
		['d1', 'Foxes They are red.'],
		['d2', 'Whales'],
		['d3', 'Odd'],
	]);
	expect(docs[0]).toMatchObject({ tags: ['a'], metadata: { url: 'x', title: 'Foxes' } });
	// Fields that are none of ours are kept as they are.
	expect(docs[2]?.metadata).toEqual({ fields: { tags: 7 } });
	expect(queries).toEqual([
		{ id: 'q1', text: 'red animal', stratum: 'exact' },
		{ id: 'q3', text: 'unjudged', stratum: 'all' },
	]);
	expect(plainQrels(qrels)).toEqual({ q1: { d1: 2, d2: 0 } });
	expect(rejected).toEqual([]);
	expect([...counted]).toEqual([['queries of other splits (left out)', 1]]);
});

it('another split and stratum', async () => {
	const { queries } = await importForTest('beir', files, {
		paths: ['set'],
		settings: { split: 'dev', stratum: 'facts' },
	});
	expect(queries.map(({ id, stratum }) => [id, stratum])).toEqual([
		['q2', 'facts'],
		['q3', 'facts'],
	]);
	await expect(importForTest('beir', files, { paths: ['set'], settings: { split: 'train' } })).rejects.toMatchObject({
		message: expect.stringContaining('holds no qrels/train.tsv'),
		hint: '--set split=<name> chooses; it has: dev, test.',
	});
});

it('a zip, whatever folder stands in it', async () => {
	const packed = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
	const zip = await zipOf({ '__MACOSX/set/corpus.jsonl': Buffer.from('x'), ...packed });
	const [fromZip, fromFolder] = [
		await importForTest('beir', { 'a.zip': zip }),
		await importForTest('beir', files, { paths: ['set'] }),
	];
	expect(fromZip.docs).toEqual(fromFolder.docs);
	expect(fromZip.queries).toEqual(fromFolder.queries);
	expect(fromZip.qrels).toEqual(fromFolder.qrels);
});

it('what is no zip, or a broken one, is refused', async () => {
	await expect(importForTest('beir', { 'a.zip': 'text' })).rejects.toThrow(/a\.zip can't be unpacked/);
	const zip = await zipOf({ 'corpus.jsonl': Buffer.from('x'.repeat(500)) });
	zip.fill(0xff, 42, 46);
	await expect(importForTest('beir', { 'a.zip': zip })).rejects.toThrow(/can't be unpacked/);
});

it('every line that can not be used is reported', async () => {
	const { docs, reasons, counts } = await importForTest(
		'beir',
		{
			...files,
			'set/corpus.jsonl': `${files['set/corpus.jsonl']}{"_id": "d4"}\nnonsense\n${jsonl({ _id: 'd1', text: 'again' }, { _id: 'a b', text: 'x' })}`,
			'set/queries.jsonl': `${files['set/queries.jsonl']}${jsonl({ _id: 'q4', text: ' ' })}`,
			'set/qrels/test.tsv': `${files['set/qrels/test.tsv']}q1\td1\t1\nq1\td9\t1\nq9\td1\t1\nq1\td2\nq1\td3\tmany\nq3\td3\t-2\n`,
		},
		{ paths: ['set'] },
	);
	expect(docs).toHaveLength(3);
	expect(counts).toEqual({ docs: 3, queries: 2, judgments: 3, queriesWithoutRelevant: 1 });
	expect(reasons).toEqual([
		'set/qrels/test.tsv:4 document "d1" is judged before for query "q1", at set/qrels/test.tsv:2, with another grade',
		'set/qrels/test.tsv:7 is not of the form query-id, corpus-id, score',
		'set/qrels/test.tsv:8 the grade of document "d3" is not an integer up to 127',
		'set/corpus.jsonl:4 has no _id or no text',
		'set/corpus.jsonl:5 is not valid JSON',
		'set/corpus.jsonl:6 document "d1" stands before, at set/corpus.jsonl:1',
		'set/corpus.jsonl:7 document id "a b" is empty, begins with #, or holds white space or control characters',
		'set/queries.jsonl:4 query "q4" has no text',
		'set/qrels/test.tsv:5 judges document "d9", which is not among the documents',
		'set/qrels/test.tsv:6 judges query "q9", which is not among the queries',
	]);
});
