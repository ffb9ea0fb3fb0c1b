import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { BenchError } from '../errors.ts';
import { packageRoot } from '../files/package-root.ts';
import { jsonl, temporaryFolder } from '../testing/temporary-folder.ts';
import { type LoadOptions, loadDataset } from './load.ts';
import { validateDataset } from './validate.ts';

const open: { dispose(): void }[] = [];
afterEach(() => {
	for (const folder of open.splice(0)) folder.dispose();
});

type Files = Record<string, string | Uint8Array>;

const valid: Files = {
	'corpus.jsonl': jsonl({ id: 1, content: 'red fox' }, { id: 'b', content: 'blue whale' }),
	'queries.jsonl': jsonl({ query_id: 'q1', text: 'fox', stratum: 'exact' }),
	'qrels.jsonl': jsonl({ query_id: 'q1', relevant_ids: [1] }),
};

function folder(files: Files): string {
	const made = temporaryFolder(files);
	open.push(made);
	return made.path;
}

function load(files: Files, options?: LoadOptions) {
	return loadDataset(folder({ ...valid, ...files }), options);
}

/** `severity kind file:line` of every problem, after the valid files were changed. */
async function problems(files: Files): Promise<string[]> {
	const { errors, warnings } = await validateDataset(folder({ ...valid, ...files }));
	return [...errors, ...warnings].map(({ severity, kind, file, line }) => `${severity} ${kind} ${file}:${line}`);
}

describe('a valid dataset', () => {
	it('reads when a query was asked and what it filters by, and both count towards the fingerprint', async () => {
		const query = { query_id: 'q1', text: 'fox', stratum: 'exact' };
		const read = async (more: object) => load({ 'queries.jsonl': jsonl({ ...query, ...more }) });
		const plain = await read({ asked_at: null, filter: [] });
		expect(plain.queries[0]).toEqual({ id: 'q1', text: 'fox', stratum: 'exact' });
		expect(plain.fingerprint).toBe((await load({})).fingerprint);
		const asked = await read({ asked_at: '2025-05-01', filter: 'bug, fix' });
		expect(asked.queries[0]).toMatchObject({ askedAt: new Date('2025-05-01T00:00:00Z'), filter: ['bug, fix'] });
		const listed = await read({ asked_at: '2025-05-01', filter: ['bug', 'fix'] });
		expect(listed.queries[0]?.filter).toEqual(['bug', 'fix']);
		expect(new Set([plain, asked, listed].map(({ fingerprint }) => fingerprint)).size).toBe(3);
		for (const wrong of [{ asked_at: 'last Tuesday' }, { filter: 7 }])
			expect(await problems({ 'queries.jsonl': jsonl({ ...query, ...wrong }) })).toContain(
				'error field queries.jsonl:1',
			);
	});

	it('has its documents, queries and judgments in file order, ids as text', async () => {
		const dataset = await load({});
		expect(dataset.corpus.map(({ id }) => id)).toEqual(['1', 'b']);
		expect(dataset.corpus[0]).toEqual({
			id: '1',
			content: 'red fox',
			tags: [],
			expandedKeywords: [],
			importance: 0.5,
			sensitive: false,
			metadata: {},
		});
		expect(dataset.qrels).toEqual(new Map([['q1', new Map([['1', 1]])]]));
		expect(dataset).toMatchObject({ sensitivePolicy: 'leave-out', sensitiveLeftOut: 0 });
	});

	it('reads every field, lists and their text forms alike; the rest is metadata', async () => {
		const line = { id: 1, content: 'x', category: 'runbooks', importance: 0.85, source: { file: 'a.md' } };
		const text = {
			...line,
			tags: 'a, b,',
			expanded_keywords: ' x  y ',
			created_at: '2024-05-31 09:30',
			is_sensitive: 0,
		};
		const lists = { ...line, tags: ['a', 'b'], expanded_keywords: ['x', 'y'], created_at: 1717147800 };
		const corpus = (doc: object): Files => ({ 'corpus.jsonl': jsonl(doc) });
		const [one, other] = [await load(corpus(text)), await load(corpus(lists))];
		expect(one.corpus[0]).toEqual({
			id: '1',
			content: 'x',
			category: 'runbooks',
			tags: ['a', 'b'],
			expandedKeywords: ['x', 'y'],
			importance: 0.85,
			createdAt: new Date('2024-05-31T09:30:00Z'),
			sensitive: false,
			metadata: { source: { file: 'a.md' } },
		});
		expect(other.fingerprint).toBe(one.fingerprint);
	});

	it('reads grades, also beside relevant_ids that agree with them', async () => {
		const { qrels } = await load({
			'qrels.jsonl': jsonl({ query_id: 'q1', relevant_ids: [1], grades: { 1: 3, b: 0 } }),
		});
		expect(qrels.get('q1')).toEqual(
			new Map([
				['1', 3],
				['b', 0],
			]),
		);
	});

	it('reads a BOM, CRLF and blank lines, and says so', async () => {
		const corpus = `\uFEFF${valid['corpus.jsonl'] as string}\n`.replaceAll('\n', '\r\n');
		const notes: string[] = [];
		const dataset = await load({ 'corpus.jsonl': corpus }, { note: (message) => notes.push(message) });
		expect(dataset.fingerprint).toBe((await load({})).fingerprint);
		expect(notes).toHaveLength(1);
		expect(notes[0]).toMatch(/corpus\.jsonl:1: the file begins with a byte order mark.*\(and 1 more of this kind\)/);
	});

	it('reads a document of 350 KB and characters that lie across chunks', async () => {
		const content = 'größe 🦊 '.repeat(150_000);
		const { corpus } = await load({ 'corpus.jsonl': jsonl({ id: 1, content: `a${content}` }, { id: 2, content }) });
		expect(corpus.map((doc) => doc.content)).toEqual([`a${content}`, content]);
	});

	it('takes relevant_ids of the queries where there is no qrels.jsonl, and says so', async () => {
		const path = folder({
			'corpus.jsonl': valid['corpus.jsonl'] as string,
			'queries.jsonl': jsonl({ query_id: 'q1', text: 'fox', stratum: 's', relevant_ids: [1] }),
		});
		const notes: string[] = [];
		const dataset = await loadDataset(path, { note: (message) => notes.push(message) });
		expect(dataset.qrels).toEqual(new Map([['q1', new Map([['1', 1]])]]));
		expect(notes).toEqual([expect.stringContaining('qrels.jsonl: there is no such file')]);
	});

	it('passes over provenance', async () => {
		expect(
			await problems({ 'queries.jsonl': jsonl({ query_id: 'q1', text: 'fox', stratum: 's', _from: 'me' }) }),
		).toEqual([]);
	});
});

describe('sensitive documents', () => {
	const files: Files = {
		'corpus.jsonl': jsonl({ id: 1, content: 'a' }, { id: 2, content: 'b', is_sensitive: 1 }),
		'queries.jsonl': jsonl({ query_id: 'q1', text: 'a', stratum: 's' }, { query_id: 'q2', text: 'b', stratum: 's' }),
		'qrels.jsonl': jsonl({ query_id: 'q1', relevant_ids: [1, 2] }, { query_id: 'q2', relevant_ids: [2] }),
	};

	it('are left out with their judgments, and counted', async () => {
		const notes: string[] = [];
		const dataset = await load(files, { note: (message) => notes.push(message) });
		expect(dataset.corpus.map(({ id }) => id)).toEqual(['1']);
		expect(dataset.sensitiveLeftOut).toBe(1);
		expect(dataset.qrels).toEqual(new Map([['q1', new Map([['1', 1]])]]));
		expect(notes).toEqual([expect.stringContaining('2 judgments name sensitive documents')]);
		expect(notes[0]).toContain("1 queries have no other relevant document and can't be scored");
	});

	it('are kept on request, which is another dataset', async () => {
		const [without, kept] = [await load(files), await load(files, { sensitive: 'lexical-only' })];
		expect(kept.corpus.map(({ sensitive }) => sensitive)).toEqual([false, true]);
		expect(kept.sensitiveLeftOut).toBe(0);
		expect(kept.fingerprint).not.toBe(without.fingerprint);
	});
});

describe('problems', () => {
	const cases: [string, Files, string[]][] = [
		['malformed JSON', { 'corpus.jsonl': '{"id": 1,\n{"id": 1, "content": "x"}\n' }, ['error json corpus.jsonl:1']],
		[
			'a line that is no object',
			{ 'qrels.jsonl': '[1]\n' },
			['error json qrels.jsonl:1', 'warning no-relevant queries.jsonl:1'],
		],
		[
			'no content',
			{ 'corpus.jsonl': jsonl({ id: 1 }) },
			['error nothing-there corpus.jsonl:0', 'error field corpus.jsonl:1'],
		],
		[
			'an id used twice as text',
			{ 'corpus.jsonl': jsonl({ id: 1, content: 'x' }, { id: '1', content: 'y' }) },
			['error duplicate corpus.jsonl:2'],
		],
		[
			'an id with a space',
			{ 'corpus.jsonl': `${valid['corpus.jsonl']}${jsonl({ id: 'a b', content: 'x' })}` },
			['error field corpus.jsonl:3'],
		],
		[
			'an id beyond 2^53',
			{ 'corpus.jsonl': `${valid['corpus.jsonl']}{"id": 9007199254740993, "content": "x"}\n` },
			['error field corpus.jsonl:3'],
		],
		[
			'importance over 1',
			{ 'corpus.jsonl': jsonl({ id: 1, content: 'x', importance: 7 }) },
			['error nothing-there corpus.jsonl:0', 'error field corpus.jsonl:1'],
		],
		[
			'no such day',
			{ 'corpus.jsonl': jsonl({ id: 1, content: 'x', created_at: '2024-02-31' }) },
			['error nothing-there corpus.jsonl:0', 'error field corpus.jsonl:1'],
		],
		['an empty document', { 'corpus.jsonl': jsonl({ id: 1, content: ' ' }) }, ['warning empty-text corpus.jsonl:1']],
		[
			'a NUL byte',
			{ 'corpus.jsonl': `${valid['corpus.jsonl']}{"id": 3, "content": "\0"}\n` },
			['error nul corpus.jsonl:3'],
		],
		['an escaped NUL', { 'corpus.jsonl': jsonl({ id: 1, content: 'a\0b' }) }, ['warning nul corpus.jsonl:1']],
		[
			'bytes that are not UTF-8',
			{ 'qrels.jsonl': Buffer.concat([Buffer.from(valid['qrels.jsonl'] as string), Buffer.from([0xe4, 0x20])]) },
			['error encoding qrels.jsonl:2'],
		],
		[
			'UTF-16',
			{ 'corpus.jsonl': Buffer.from(`\uFEFF${valid['corpus.jsonl']}`, 'utf16le') },
			['error nothing-there corpus.jsonl:0', 'error encoding corpus.jsonl:1', 'error unknown-document qrels.jsonl:1'],
		],
		[
			'a query id used twice',
			{
				'queries.jsonl': jsonl(
					{ query_id: 'q1', text: 'x', stratum: 's' },
					{ query_id: 'q1', text: 'y', stratum: 's' },
				),
			},
			['error duplicate queries.jsonl:2'],
		],
		[
			'an empty query',
			{ 'queries.jsonl': jsonl({ query_id: 'q1', text: '', stratum: 's' }) },
			['error nothing-there queries.jsonl:0', 'error field queries.jsonl:1'],
		],
		[
			'a stratum called as the mean over all',
			{ 'queries.jsonl': jsonl({ query_id: 'q1', text: 'x', stratum: 'overall' }) },
			['error nothing-there queries.jsonl:0', 'error field queries.jsonl:1'],
		],
		[
			'a query without a stratum',
			{ 'queries.jsonl': jsonl({ query_id: 'q1', text: 'x' }) },
			['warning field queries.jsonl:1'],
		],
		[
			'an unknown key of a query',
			{ 'queries.jsonl': jsonl({ query_id: 'q1', text: 'x', stratum: 's', hops: 2 }) },
			['warning ignored-key queries.jsonl:1'],
		],
		[
			'qrels of an unknown query',
			{ 'qrels.jsonl': `${valid['qrels.jsonl']}${jsonl({ query_id: 'q9', relevant_ids: [1] })}` },
			['error unknown-query qrels.jsonl:2'],
		],
		[
			'qrels of an unknown document',
			{ 'qrels.jsonl': jsonl({ query_id: 'q1', relevant_ids: [1, 9] }) },
			['error unknown-document qrels.jsonl:1'],
		],
		[
			'relevant_ids that point nowhere',
			{ 'queries.jsonl': jsonl({ query_id: 'q1', text: 'x', stratum: 's', relevant_ids: [1, 9] }) },
			['error unknown-document queries.jsonl:1', 'error disagreement queries.jsonl:1'],
		],
		[
			'a query judged twice',
			{ 'qrels.jsonl': `${valid['qrels.jsonl']}${valid['qrels.jsonl']}` },
			['error duplicate qrels.jsonl:2'],
		],
		[
			'a grade that is no integer',
			{ 'qrels.jsonl': jsonl({ query_id: 'q1', grades: { 1: 1.5 } }) },
			['error grade qrels.jsonl:1'],
		],
		[
			'a negative grade',
			{ 'qrels.jsonl': jsonl({ query_id: 'q1', grades: { 1: -1 } }) },
			['error grade qrels.jsonl:1'],
		],
		['neither relevant_ids nor grades', { 'qrels.jsonl': jsonl({ query_id: 'q1' }) }, ['error field qrels.jsonl:1']],
		[
			'relevant_ids and grades of a line that disagree',
			{ 'qrels.jsonl': jsonl({ query_id: 'q1', relevant_ids: ['b'], grades: { 1: 1 } }) },
			['error disagreement qrels.jsonl:1'],
		],
		[
			'relevant_ids that disagree with qrels',
			{ 'queries.jsonl': jsonl({ query_id: 'q1', text: 'x', stratum: 's', relevant_ids: ['b'] }) },
			['error disagreement queries.jsonl:1'],
		],
		[
			'a query without a relevant document',
			{ 'qrels.jsonl': jsonl({ query_id: 'q1', relevant_ids: [] }) },
			['warning no-relevant queries.jsonl:1'],
		],
		[
			'an empty corpus',
			{ 'corpus.jsonl': '', 'qrels.jsonl': '' },
			['error nothing-there corpus.jsonl:0', 'warning no-relevant queries.jsonl:1'],
		],
	];
	it.each(cases)('%s', async (_, files, expected) => {
		expect(await problems(files)).toEqual(expected);
	});

	it('are all collected; the error shows twenty with file:line and counts the rest', async () => {
		const bad = Array.from({ length: 25 }, () => '{"secret text"').join('\n');
		const path = folder({ ...valid, 'corpus.jsonl': `${valid['corpus.jsonl']}${bad}` });
		const error = await loadDataset(path).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(BenchError);
		const { code, message, hint } = error as BenchError;
		expect(code).toBe('data');
		expect(message).toContain('25 problems');
		expect(message).toContain(`${path}/corpus.jsonl:3: is not valid JSON`);
		expect(message).toContain(`${path}/corpus.jsonl:22: `);
		expect(message).not.toContain('corpus.jsonl:23');
		expect(message).toContain('and 5 more');
		expect(message).not.toContain('secret');
		expect(hint).toContain('bench data validate');
	});

	it('no folder, missing files, no judgments at all', async () => {
		await expect(loadDataset('/no/such/folder')).rejects.toThrow(/not a folder/);
		await expect(loadDataset(folder({}))).rejects.toThrow(/corpus\.jsonl: there is no such file[\s\S]*queries\.jsonl/);
		const { 'qrels.jsonl': _, ...rest } = valid;
		await expect(loadDataset(folder(rest))).rejects.toThrow(/qrels\.jsonl: there is no such file, and queries/);
	});
});

describe('strata', () => {
	const files: Files = {
		'queries.jsonl': jsonl(
			{ query_id: 'q1', text: 'a', stratum: 'exact' },
			{ query_id: 'q2', text: 'b', stratum: 'multihop' },
		),
		'qrels.jsonl': jsonl({ query_id: 'q1', relevant_ids: [1] }, { query_id: 'q2', relevant_ids: [1] }),
	};

	it('select queries and their judgments; corpus and fingerprint stay', async () => {
		const [all, one] = [await load(files), await load(files, { strata: ['multihop'] })];
		expect(one.queries.map(({ id }) => id)).toEqual(['q2']);
		expect([...one.qrels.keys()]).toEqual(['q2']);
		expect(one.fingerprint).toBe(all.fingerprint);
	});

	it('an unknown one is an error that names the near ones', async () => {
		await expect(load(files, { strata: ['multihp'] })).rejects.toMatchObject({
			code: 'usage',
			hint: expect.stringContaining('multihop'),
		});
	});
});

const shared = join(packageRoot(), '../shared/data');
describe.skipIf(!existsSync(shared))('public datasets', () => {
	it.each([
		['cranfield', 1400, 225, 1837],
		['hotpotqa', 994, 100, 200],
		['musique', 1890, 100, 237],
		['scifact', 5183, 300, 339],
	])('%s loads', async (name, docs, queries, judgments) => {
		const dataset = await loadDataset(join(shared, name));
		expect(dataset.corpus).toHaveLength(docs);
		expect(dataset.queries).toHaveLength(queries);
		expect([...dataset.qrels.values()].reduce((sum, grades) => sum + grades.size, 0)).toBe(judgments);
	});
});
