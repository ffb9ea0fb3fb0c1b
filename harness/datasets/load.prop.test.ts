import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { BenchError } from '../errors.ts';
import { jsonl, temporaryFolder } from '../testing/temporary-folder.ts';
import { loadDataset } from './load.ts';

const folder = temporaryFolder({});
afterAll(() => folder.dispose());

type Files = Readonly<Record<'corpus.jsonl' | 'queries.jsonl' | 'qrels.jsonl', string | Uint8Array>>;

function load(files: Files) {
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder.path, name), content);
	return loadDataset(folder.path);
}

const valid = {
	'corpus.jsonl': jsonl({ id: 1, content: 'x' }),
	'queries.jsonl': jsonl({ query_id: 'q', text: 't', stratum: 's' }),
	'qrels.jsonl': jsonl({ query_id: 'q', relevant_ids: [1] }),
};

describe('arbitrary input', () => {
	const key = fc.constantFrom(
		'id',
		'content',
		'tags',
		'grades',
		'query_id',
		'text',
		'relevant_ids',
		'__proto__',
		'created_at',
	);
	const line = fc.oneof(
		fc.dictionary(key, fc.jsonValue()).map((value) => Buffer.from(JSON.stringify(value))),
		fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
		fc
			.constantFrom('{"id":1,"content":"x"}', '{"query_id":"q","text":"t"}', '\uFEFF{}', '{"a":', '[', '""')
			.map((text) => Buffer.from(text)),
		fc
			.integer({ min: 90, max: 9000 })
			.map((depth) => Buffer.from(`{"id":2,"content":"","x":${'['.repeat(depth)}${']'.repeat(depth)}}`)),
	);
	const content = fc
		.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\n\n')), { maxLength: 6 })
		.map((lines) => Buffer.concat(lines.flatMap(([bytes, end]) => [bytes, Buffer.from(end)])));

	it('either loads or is refused with a BenchError', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom('corpus.jsonl', 'queries.jsonl', 'qrels.jsonl'),
				content,
				async (name, bytes) => {
					const refused = await load({ ...valid, [name]: bytes }).then(
						() => undefined,
						(error: unknown) => error,
					);
					expect(refused === undefined || refused instanceof BenchError).toBe(true);
				},
			),
			{ numRuns: 120 },
		);
	});
});

interface PlainDoc {
	id: number;
	content: string;
	category: string;
	tags: string[];
	importance: number;
	created_at: number;
	source: fc.JsonValue;
}

const doc = fc.record<PlainDoc>({
	id: fc.nat(),
	content: fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== ''),
	category: fc.string({ minLength: 1 }),
	tags: fc.array(fc.stringMatching(/^[a-z]{1,5}$/)),
	importance: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
	created_at: fc.integer({ min: 1, max: 2e9 }),
	source: fc.jsonValue({ maxDepth: 3 }),
});
const corpus = fc.uniqueArray(doc, { minLength: 1, maxLength: 5, selector: ({ id }) => id });

function filesOf(
	docs: readonly PlainDoc[],
	write: (value: object) => string = (value) => `${JSON.stringify(value)}\n`,
): Files {
	const first = (docs[0] as PlainDoc).id;
	return {
		'corpus.jsonl': docs.map(write).join(''),
		'queries.jsonl': write({ query_id: 'q', text: 't', stratum: 's' }),
		'qrels.jsonl': write({ query_id: 'q', grades: { [first]: 2 } }),
	};
}

/** The same value in other bytes: keys turned round, white space, CRLF. */
function otherwise(value: object): string {
	const turned = Object.fromEntries(Object.entries(value).reverse());
	return ` ${JSON.stringify(turned, null, 1).replaceAll('\n', ' ')}\t\r\n\r\n`;
}

describe('fingerprint', () => {
	it('does not see how the files are written', async () => {
		await fc.assert(
			fc.asyncProperty(corpus, async (docs) => {
				const [one, other] = [await load(filesOf(docs)), await load(filesOf(docs, otherwise))];
				expect(other.fingerprint).toBe(one.fingerprint);
			}),
			{ numRuns: 60 },
		);
	});

	it('sees every change of content', async () => {
		const change = fc.constantFrom<(doc: PlainDoc) => object>(
			(doc) => ({ ...doc, content: `${doc.content}.` }),
			(doc) => ({ ...doc, category: `${doc.category}.` }),
			(doc) => ({ ...doc, tags: [...doc.tags, 'more'] }),
			(doc) => ({ ...doc, expanded_keywords: 'more' }),
			(doc) => ({ ...doc, importance: doc.importance === 1 ? 0 : 1 }),
			(doc) => ({ ...doc, created_at: doc.created_at + 1 }),
			(doc) => ({ ...doc, source: [doc.source] }),
			(doc) => ({ ...doc, another: 1 }),
		);
		await fc.assert(
			fc.asyncProperty(corpus, fc.nat(), change, async (docs, which, apply) => {
				const before = await load(filesOf(docs));
				const changed = docs.map((each, docIndex) => (docIndex === which % docs.length ? apply(each) : each));
				const after = await load({ ...filesOf(docs), 'corpus.jsonl': jsonl(...changed) });
				expect(after.fingerprint).not.toBe(before.fingerprint);
			}),
			{ numRuns: 100 },
		);
	});

	it('sees the order of documents, queries, strata and grades', async () => {
		const docs = [
			{ id: 1, content: 'x' },
			{ id: 2, content: 'y' },
		];
		const queries = [
			{ query_id: 'a', text: 't', stratum: 's' },
			{ query_id: 'b', text: 'u', stratum: 's' },
		];
		const qrels = [
			{ query_id: 'a', grades: { 1: 1, 2: 0 } },
			{ query_id: 'b', grades: { 2: 1 } },
		];
		const of = async (d: object[], q: object[], r: object[]): Promise<string> =>
			(await load({ 'corpus.jsonl': jsonl(...d), 'queries.jsonl': jsonl(...q), 'qrels.jsonl': jsonl(...r) }))
				.fingerprint;
		const base = await of(docs, queries, qrels);
		expect(await of(docs, queries, [...qrels].reverse())).toBe(base);
		const others = [
			await of([...docs].reverse(), queries, qrels),
			await of(docs, [...queries].reverse(), qrels),
			await of(docs, [{ ...queries[0], stratum: 'z' }, queries[1] as object], qrels),
			await of(docs, queries, [{ query_id: 'a', grades: { 1: 2, 2: 0 } }, qrels[1] as object]),
			await of(docs, queries, [{ query_id: 'a', grades: { 1: 1 } }, qrels[1] as object]),
		];
		expect(new Set([base, ...others]).size).toBe(6);
	});
});
