import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonl } from '../../testing/temporary-folder.ts';
import { importForTest, plainQrels } from './testing/import-for-test.ts';

const sgml = `<?xml version="1.0"?>
<DOC>
<DOCNO> FT911-1 </DOCNO>
<DATE>910514</DATE>
<HEADLINE>FT  14 MAY 91 / Foxes &amp; hens</HEADLINE>
<TEXT>
<P>Red foxes.</P>

<P>And <B>hens</B> &#233;t&eacute;.</P>
</TEXT>
</DOC><DOC><DOCNO>FT911-2</DOCNO> Loose words.</DOC>
stray words
<DOC>
<TEXT>nameless</TEXT>
</DOC>
<DOC>
<DOCNO>FT911-3</DOCNO>
`;

const topics = `<top>
<num> Number: 051
<title> Topic: Airbus
 Subsidies
<desc> Description:
Subsidies to Airbus &amp; others.
<narr> Narrative:
A relevant document ...
</top>

<top>
<num> Number: 302
<desc> Description: nothing else
</top>
`;

const docsJsonl = jsonl({ id: 'd1', contents: 'one' }, { docid: 2, title: 'Two', body: 'two', url: 'u' }, { id: 'd3' });

describe('documents', () => {
	it('SGML: text elements are content, the others metadata', async () => {
		const { docs, reasons } = await importForTest('trec', {
			'docs.sgml': sgml,
			'topics.txt': topics,
			'qrels.txt': '51 0 FT911-1 1\n',
		});
		expect(docs.map(({ id, content, metadata }) => ({ id, content, metadata }))).toEqual([
			{
				id: 'FT911-1',
				content: 'FT 14 MAY 91 / Foxes & hens\nRed foxes.\nAnd hens ét&eacute;.',
				metadata: { date: '910514' },
			},
			{ id: 'FT911-2', content: 'Loose words.', metadata: {} },
		]);
		expect(reasons).toEqual([
			'docs.sgml:12 there is text outside of <DOC>',
			'docs.sgml:13 has no DOCNO',
			'docs.sgml:16 the <DOC> that begins here does not end',
			'topics.txt:11 the topic has no title',
		]);
	});

	it('JSONL, with the keys of several tools, also gzipped', async () => {
		const { docs, reasons } = await importForTest('trec', {
			'docs.jsonl.gz': gzipSync(docsJsonl),
			'topics.tsv': '1\twhat is one\n',
			'qrels.txt': '1 0 d1 1\n1 Q0 2 -1\n',
		});
		expect(docs.map(({ id, content, metadata }) => [id, content, metadata])).toEqual([
			['d1', 'one', {}],
			['2', 'Two two', { title: 'Two', url: 'u' }],
		]);
		expect(reasons).toEqual(['docs.jsonl.gz:3 has no text (contents, content, text, body, passage, segment)']);
	});
});

describe('topics', () => {
	const rest = { 'docs.jsonl': jsonl({ id: 'd1', contents: 'one' }), 'qrels.txt': '51 0 d1 1\n' };

	it('classic: the title, or another part; numbers without leading zeros', async () => {
		const title = await importForTest('trec', { 'topics.txt': topics, ...rest });
		expect(title.queries).toEqual([{ id: '51', text: 'Airbus Subsidies', stratum: 'all' }]);
		expect(plainQrels(title.qrels)).toEqual({ 51: { d1: 1 } });
		const desc = await importForTest('trec', { 'topics.txt': topics, ...rest }, { settings: { topic_field: 'desc' } });
		expect(desc.queries.map(({ id, text }) => [id, text])).toEqual([
			['51', 'Subsidies to Airbus & others.'],
			['302', 'nothing else'],
		]);
		await expect(
			importForTest('trec', { 'topics.txt': topics, ...rest }, { settings: { topic_field: 'tittle' } }),
		).rejects.toMatchObject({ code: 'usage' });
	});

	it('XML of later tracks', async () => {
		const xml = `<?xml version="1.0"?>\n<topics task="x">\n<topic number="51">\n<query>covid origin</query>\n<question>what is it</question>\n</topic>\n<topic number="2"><title>second</title></topic></topics>\n`;
		const { queries, reasons } = await importForTest('trec', { 'topics.xml': xml, ...rest });
		expect(queries.map(({ id, text }) => [id, text])).toEqual([
			['51', 'covid origin'],
			['2', 'second'],
		]);
		expect(reasons).toEqual([]);
	});
});

describe('which file is what', () => {
	const docs = jsonl({ id: 'd1', contents: 'one' });
	it('is said in front of the path, where nothing tells it', async () => {
		const files = { 'a.jsonl': docs, 'b.txt': '1\tx y\n', 'c.txt': '1 0 d1 1\n' };
		await expect(importForTest('trec', files)).rejects.toMatchObject({
			message: expect.stringContaining('a.jsonl: neither its first line nor its name'),
			hint: expect.stringContaining('docs='),
		});
		const { counts } = await importForTest('trec', files, { paths: ['docs=a.jsonl', 'queries=b.txt', 'c.txt'] });
		expect(counts).toEqual({ docs: 1, queries: 1, judgments: 1, queriesWithoutRelevant: 0 });
	});

	it('in a folder, files that are none of it are passed over and counted', async () => {
		const files = {
			'set/docs.jsonl': docs,
			'set/queries.tsv': '1\tx y\n',
			'set/qrels.tsv': '1\td1\t1\n',
			'set/README': 'hello\n',
		};
		const { counted } = await importForTest('trec', files, { paths: ['set'] });
		expect([...counted.keys()]).toEqual([expect.stringMatching(/unknown role \(passed over\): .*README$/)]);
	});

	it('a role without a file is an error', async () => {
		await expect(importForTest('trec', { 'docs.jsonl': docs })).rejects.toThrow('None of the files holds queries');
	});
});

describe('tsv', () => {
	it('with and without a row of names', async () => {
		const { docs, queries, qrels, reasons } = await importForTest('tsv', {
			'docs.tsv': 'doc_id\ttitle\turl\ttext\nd1\tFoxes\tu\tare red\nd2\t\t\tplain\nd3\tx\n',
			'queries.tsv': 'q1\tred\nq2\tone\ttwo\nq3\n',
			'qrels.tsv': 'query_id\tdoc_id\tgrade\nq1\td1\t1\n# remark\nq1 0 d2 0\nq1 d2\n',
		});
		expect(docs.map(({ id, content, metadata }) => [id, content, metadata])).toEqual([
			['d1', 'Foxes are red', { title: 'Foxes', url: 'u' }],
			['d2', 'plain', {}],
		]);
		expect(queries.map(({ id }) => id)).toEqual(['q1']);
		expect(plainQrels(qrels)).toEqual({ q1: { d1: 1, d2: 0 } });
		expect(reasons).toEqual([
			'docs.tsv:4 has 2 columns where the first row names 4',
			'queries.tsv:2 has 3 columns, and no first row that names them',
			'queries.tsv:3 has one column: it must be id, a tab, text',
			'qrels.tsv:5 has 2 columns: judgments have three or four',
		]);
	});
});
