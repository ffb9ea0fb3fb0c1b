import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Doc, IndexContext, Retriever } from '../../harness/contract.ts';
import { resolveOptions, type Settings } from '../../harness/options.ts';
import { testRetriever } from '../conformance.ts';
import { CONFORMANCE_CORPUS } from '../conformance-corpus.ts';
import { DENSE_OPTIONS, denseRetriever } from '../dense/dense.ts';
import { letterEmbedder } from '../embedders/testing/letter-embedder.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { createChroma } from './chroma.ts';
import { CHROMA_OPTIONS } from './options.ts';
import { type Server, startServer } from './server.ts';
import { chromaProgram } from './testing/server.ts';

const program = chromaProgram();
const plugin = createChroma(async () => letterEmbedder());

describe.skipIf(program === undefined)('with a real server', () => {
	let server: Server;
	let folder: string;
	let notes: string[];
	let context: IndexContext;
	beforeAll(async () => {
		server = await startServer([{ words: [program as string] }], 0);
		folder = mkdtempSync(join(tmpdir(), 'chroma-test-'));
	});
	afterAll(() => {
		server?.stop();
		rmSync(folder, { recursive: true, force: true });
	});
	beforeEach(() => {
		notes = [];
		context = {
			...quietContext(folder),
			note: (message) => void (message.startsWith('embedding ') || notes.push(message)),
		};
	});

	const open = (settings: Settings, corpus: readonly Doc[] = CONFORMANCE_CORPUS): Promise<Retriever> =>
		Promise.resolve(plugin.index(corpus, resolveOptions('chroma', CHROMA_OPTIONS, settings), context));
	const ask = async (retriever: Retriever, text: string, depth = 5) =>
		retriever.retrieve({ id: text, text, stratum: 's' }, depth, quietQuery());
	/** Vectors of their own for each test, so that no test finds the collection of another. */
	const corpusOf = (word: string, size = 40): readonly Doc[] =>
		Array.from({ length: size }, (_, i) => ({
			...(CONFORMANCE_CORPUS[0] as Doc),
			id: `${word}${i}`,
			content: `${word} ${'abcdefghij'.slice(0, (i % 9) + 1)} ${'xyz'.repeat(i % 4)} ${'k'.repeat(i)}`,
			metadata: {},
		}));
	const api = async (method: string, path: string, body?: object): Promise<unknown> => {
		const root = `${server.base}/api/v2/tenants/default_tenant/databases/default_database/collections`;
		const response = await fetch(`${root}${path}`, {
			method,
			headers: { 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return response.json();
	};
	interface Listed {
		readonly name: string;
		readonly id: string;
	}
	const collections = async () => (await api('GET', '?limit=1000')) as readonly Listed[];

	it('ranks as exact search does, and says so', async () => {
		const corpus = corpusOf('exact');
		const retriever = await open({ url: server.base }, corpus);
		const exact = await denseRetriever(corpus, resolveOptions('dense', DENSE_OPTIONS, {}), context, letterEmbedder());
		for (const text of ['abc', 'xyz', 'kkk a', 'exact']) {
			const found = await ask(retriever, text, 10);
			const wanted = await ask(exact, text, 10);
			expect(found.map(({ docId }) => docId)).toEqual(wanted.map(({ docId }) => docId));
			for (const [i, { score }] of found.entries()) expect(score).toBeCloseTo(wanted[i]?.score as number, 5);
		}
		expect(retriever.facts?.()).toMatchObject({
			documents: 40,
			vectors: 40,
			space: 'cosine',
			approximate: { queries: 4, overlap_at_10: 1, overlap_at_depth: 1, queries_with_fewer_than_depth: 0 },
		});
		for (const one of [retriever, exact]) one.close?.();
	});

	it('with units, the best field speaks for a document, and depth counts documents', async () => {
		const [first] = CONFORMANCE_CORPUS as readonly [Doc];
		const memory = { ...first, id: 'm', metadata: { title: 'aaa', narrative: 'aab', facts: ['aac', 'aad', 'zzz'] } };
		const plain = { ...first, id: 'p', content: 'aaabbb', metadata: {} };
		const retriever = await open({ url: server.base, units: 'fields' }, [memory, plain]);
		expect((await ask(retriever, 'aaa', 2)).map(({ docId }) => docId)).toEqual(['m', 'p']);
		expect(retriever.facts?.()).toMatchObject({ documents: 2, vectors: 6, documents_of_several_units: 1 });
		retriever.close?.();
	});

	it('uses a whole collection as it stands, and sends neither texts nor ids', async () => {
		const corpus = corpusOf('whole');
		(await open({ url: server.base, batch: 7 }, corpus)).close?.();
		expect(notes).toEqual([]);
		(await open({ url: server.base }, corpus)).close?.();
		expect(notes).toEqual(['chroma: the collection is there and whole: nothing was sent']);
		for (const { id } of await collections()) {
			const held = JSON.stringify(await api('POST', `/${id}/get`, { include: ['documents', 'metadatas', 'uris'] }));
			expect(held).not.toMatch(/whole/);
		}
	});

	it('makes a half filled collection anew', async () => {
		const corpus = corpusOf('half');
		const known = new Set((await collections()).map(({ name }) => name));
		const before = await open({ url: server.base }, corpus);
		const wanted = await ask(before, 'half abc', 40);
		before.close?.();
		const { id } = (await collections()).find(({ name }) => !known.has(name)) as Listed;
		await api('POST', `/${id}/delete`, { ids: ['3', '4', '5', '39'] });
		const after = await open({ url: server.base }, corpus);
		expect(notes).toEqual([]);
		expect(await ask(after, 'half abc', 40)).toEqual(wanted);
		after.close?.();
	});

	it('refuses a collection of its name with vectors of another length', async () => {
		const corpus = corpusOf('length');
		const known = new Set((await collections()).map(({ name }) => name));
		(await open({ url: server.base }, corpus)).close?.();
		const { name } = (await collections()).find((one) => !known.has(one.name)) as Listed;
		await api('DELETE', `/${name}`);
		const { id } = (await api('POST', '', { name })) as Listed;
		await api('POST', `/${id}/upsert`, { ids: ['0'], embeddings: [[1, 0, 0]] });
		await expect(open({ url: server.base }, corpus)).rejects.toThrow(/holds vectors of 3 dimensions, not 27/);
	});

	it('a server that is killed is an error in words, and with fallback=fts5 a counted answer of FTS5', async () => {
		for (const fallback of ['error', 'fts5']) {
			const own = await startServer([{ words: [program as string] }], 0);
			const retriever = await open({ url: own.base, fallback, timeout: 5 });
			expect((await ask(retriever, 'ledger of the whippet')).length).toBeGreaterThan(0);
			process.kill(own.pid, 'SIGKILL');
			if (fallback === 'error')
				await expect(ask(retriever, 'ledger')).rejects.toMatchObject({
					message: expect.stringMatching(/Chroma can't be reached: POST .*(ECONNREFUSED|ECONNRESET|UND_ERR)/),
					hint: expect.stringMatching(/fallback=fts5/),
				});
			else {
				expect((await ask(retriever, 'ledger')).length).toBeGreaterThan(0);
				await ask(retriever, 'ledger');
				expect(notes).toEqual([expect.stringMatching(/FTS5 answers instead/)]);
				expect(retriever.facts?.()).toMatchObject({ fallback: 'fts5', fallback_queries: 1 });
			}
			retriever.close?.();
			own.stop();
		}
	});

	it('says that the wanted port is taken', async () => {
		const port = Number(new URL(server.base).port);
		await expect(open({ program: program as string, port })).rejects.toMatchObject({
			message: `port ${port} is taken`,
			hint: expect.stringMatching(/url=/),
		});
	});

	it('its own server is one for all at a time, and ends with the last', async () => {
		const settings = { program: program as string };
		const [one, two] = await Promise.all([open(settings), open(settings, corpusOf('shared'))]);
		expect(await ask(one, 'ledger')).toHaveLength(5);
		const listed = (): string => spawnSync('ps', ['-eo', 'pid,ppid,args']).stdout.toString();
		const ours = (): number =>
			listed()
				.split('\n')
				.filter((line) => line.includes('recall-bench-chroma-') && line.trim().split(/\s+/)[1] === String(process.pid))
				.length;
		// The one of all tests is there as well.
		expect(ours()).toBe(2);
		one.close?.();
		expect(await ask(two, 'shared abc')).toHaveLength(5);
		two.close?.();
		await expect.poll(ours, { timeout: 10_000 }).toBe(1);
	});

	testRetriever(plugin, { options: { program: program as string } });
});

describe('without a server', () => {
	let answering: HttpServer;
	let base: string;
	let paths: Readonly<Record<string, readonly [number, unknown]>>;
	beforeAll(async () => {
		answering = createServer((asked, response) => {
			const [status, body] = paths[asked.url ?? ''] ?? [404, { detail: 'Not Found' }];
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		});
		await new Promise<void>((listening) => answering.listen(0, '127.0.0.1', listening));
		base = `http://127.0.0.1:${(answering.address() as AddressInfo).port}`;
	});
	afterAll(() => answering.close());
	const open = async (settings: Settings) => {
		const folder = mkdtempSync(join(tmpdir(), 'chroma-none-'));
		const options = resolveOptions('chroma', CHROMA_OPTIONS, settings);
		try {
			await plugin.validate?.(options);
			return await plugin.index(CONFORMANCE_CORPUS, options, quietContext(folder));
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	};

	it.each([
		['0.5.23', { '/api/v1/version': [200, '0.5.23'] }, /Chroma 0\.5\.23 is too old: 1\.0 or later/],
		['0.6.3', { '/api/v2/version': [200, '0.6.3'] }, /Chroma 0\.6\.3 is too old/],
		['none at all', {}, /is no Chroma server: it answers 404/],
		['one with a lock', { '/api/v2/version': [401, { error: 'Unauthorized' }] }, /answered 401 .*Unauthorized/],
	] as const)('refuses a server of version %s', async (_, answers, message) => {
		paths = answers;
		await expect(open({ url: base })).rejects.toThrow(message);
	});

	it('says where nothing listens', async () => {
		await expect(open({ url: 'http://127.0.0.1:65534' })).rejects.toThrow(
			/Chroma can't be reached: GET .*ECONNREFUSED/,
		);
	});

	it('says what to install where no program is', async () => {
		const path = process.env.PATH;
		process.env.PATH = '';
		try {
			await expect(open({})).rejects.toMatchObject({
				message: "Chroma can't be started here: there is no chroma, uvx or npx",
				hint: expect.stringMatching(/pip install chromadb/),
			});
		} finally {
			process.env.PATH = path;
		}
	});

	it('says what a program said that is no server', async () => {
		const nodePath = execFileSync('which', ['false']).toString().trim();
		await expect(open({ program: nodePath })).rejects.toThrow(
			/can't be started here: .*false: the server ended with exit code 1/,
		);
	});

	it.each([
		[{ url: 'localhost:8000' }, /is no address of a server/],
		[{ url: 'http://me:secret@host' }, /holds a password/],
		[{ url: 'http://host', port: 9000 }, /port is for our own server/],
	])('refuses %j', async (settings, message) => {
		await expect(open(settings)).rejects.toThrow(message);
	});
});
