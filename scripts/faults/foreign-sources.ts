import { gzipSync } from 'node:zlib';

/** A small source of a foreign format, and the beginning of the command that imports it. */
interface ForeignSource {
	readonly file: string;
	readonly args: readonly string[];
	/** Absent where another source has written it. */
	readonly content?: string | Buffer;
}

const DOCS_TSV = 'd1\tThe red fox\nd2\tA hen lays\n';
const QUERIES_TSV = 'q1\tred\nq2\thens\n';
const QRELS_TSV = 'q1\td1\t1\nq2\td2\t1\n';

/** The files of a dataset in BEIR's form, by their names in the zip. */
export const BEIR: Readonly<Record<string, string>> = {
	'corpus.jsonl': '{"_id":"d1","title":"Fox","text":"red fox","metadata":{}}\n{"_id":"d2","title":"","text":"hen"}\n',
	'queries.jsonl': '{"_id":"q1","text":"red","metadata":{"stratum":"x"}}\n',
	'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
};

const SGML =
	'<DOC>\n<DOCNO> A-1 </DOCNO>\n<TITLE>Fox &amp; hen</TITLE>\n<TEXT>The red fox.</TEXT>\n<DATE>920101</DATE>\n</DOC>\n<DOC><DOCNO>A-2</DOCNO><TEXT>hens</TEXT></DOC>\n';
const TOPICS = '<top>\n<num> Number: 301\n<title> red fox\n<desc> Description:\nabout foxes\n</top>\n';

const LOCOMO = [
	{
		sample_id: 'conv-26',
		conversation: {
			speaker_a: 'Ann',
			speaker_b: 'Ben',
			session_1_date_time: '1:56 pm on 8 May, 2023',
			session_1: [
				{ speaker: 'Ann', dia_id: 'D1:1', text: 'Hello Ben' },
				{ speaker: 'Ben', dia_id: 'D1:2', text: 'Look', img_url: ['u'], blip_caption: 'a photo of a fox' },
			],
		},
		qa: [{ question: 'Who says hello?', answer: 'Ann', evidence: ['D1:1; D1:2'], category: 4 }],
	},
];

const LONGMEMEVAL = [
	{
		question_id: 'm1',
		question_type: 'single-session-user',
		question: 'Where?',
		answer: 'there',
		question_date: '2023/05/30 (Tue) 23:40',
		haystack_session_ids: ['s1', 's2'],
		haystack_dates: ['2023/05/20 (Sat) 02:21', '2023/05/21 (Sun) 02:21'],
		haystack_sessions: [
			[{ role: 'user', content: 'I am there', has_answer: true }],
			[{ role: 'assistant', content: 'Hello' }],
		],
		answer_session_ids: ['s1'],
	},
];

const HOTPOT = [
	{
		_id: 'h1',
		question: 'Which?',
		answer: 'yes',
		type: 'bridge',
		context: [
			['Fox', ['Foxes are red.', ' They run.']],
			['Hen', ['Hens lay.']],
		],
		supporting_facts: [['Fox', 0]],
	},
];

const MUSIQUE = {
	id: '2hop__1',
	question: 'Who?',
	paragraphs: [
		{ idx: 0, title: 'Fox', paragraph_text: 'Foxes are red.', is_supporting: true },
		{ idx: 1, title: 'Hen', paragraph_text: 'Hens lay.', is_supporting: false },
	],
	answerable: true,
};

const json = (value: unknown): string => JSON.stringify(value);
const tsv = ['import', 'tsv', 'docs.tsv', 'queries.tsv', 'qrels.tsv'];
const trec = ['import', 'trec', 'docs=docs.sgml', 'queries=topics.txt', 'qrels=qrels.trec'];

export const FOREIGN_SOURCES: readonly ForeignSource[] = [
	{ file: 'docs.tsv', args: tsv, content: DOCS_TSV },
	{ file: 'queries.tsv', args: tsv, content: QUERIES_TSV },
	{ file: 'qrels.tsv', args: tsv, content: QRELS_TSV },
	{
		file: 'docs.tsv.gz',
		args: ['import', 'tsv', 'docs.tsv.gz', 'queries.tsv', 'qrels.tsv'],
		content: gzipSync(DOCS_TSV),
	},
	{ file: 'docs.sgml', args: trec, content: SGML },
	{ file: 'topics.txt', args: trec, content: TOPICS },
	{ file: 'qrels.trec', args: trec, content: '301 0 A-1 1\n' },
	{ file: 'beir.zip', args: ['import', 'beir', 'beir.zip'] },
	{ file: 'locomo.json', args: ['import', 'locomo', 'locomo.json'], content: json(LOCOMO) },
	{ file: 'longmemeval.json', args: ['import', 'longmemeval', 'longmemeval.json'], content: json(LONGMEMEVAL) },
	{
		file: 'longmemeval.json',
		args: ['import', 'longmemeval', 'longmemeval.json', '--set', 'unit=turn'],
	},
	{ file: 'hotpot.json', args: ['import', 'hotpotqa', 'hotpot.json'], content: json(HOTPOT) },
	{ file: 'hotpot.json', args: ['import', '2wiki', 'hotpot.json'] },
	{ file: 'musique.jsonl', args: ['import', 'musique', 'musique.jsonl'], content: `${json(MUSIQUE)}\n` },
];
