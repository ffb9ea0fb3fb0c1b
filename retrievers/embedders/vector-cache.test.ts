import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomStream } from '../../harness/random.ts';
import { textKey } from './text-key.ts';
import { type CacheRow, vectorCache } from './vector-cache.ts';
import { openReadOnly } from './vector-cache-file.ts';

const DIMENSIONS = 384;
let folder: string;
let notes: string[];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'vectors-'));
	notes = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => vectorCache(folder, (message) => notes.push(message));
const path = () => join(folder, 'vectors.sqlite');

function rows(count: number, seed = 1): CacheRow[] {
	const stream = randomStream(seed, 'vectors');
	return Array.from({ length: count }, (_, i) => ({
		key: textKey(`text ${i}`, 'document'),
		vector: Float32Array.from({ length: DIMENSIONS }, () => stream.next() - 0.5),
		tokens: i,
	}));
}

const keys = (all: readonly CacheRow[]) => all.map(({ key }) => key);

function written(count: number): CacheRow[] {
	const all = rows(count);
	const cache = open();
	cache.write('embedder a', all);
	cache.close();
	return all;
}

describe('what is written', () => {
	it('comes back bit for bit, in the order asked', () => {
		const all = written(50).reverse();
		const found = open().read('embedder a', DIMENSIONS, keys(all));
		expect(found).toEqual(all.map(({ vector, tokens }) => ({ vector, tokens })));
	});

	it('is never served to another embedder, nor for another role', () => {
		const all = written(3);
		expect(open().read('embedder b', DIMENSIONS, keys(all))).toEqual([undefined, undefined, undefined]);
		expect(open().read('embedder a', DIMENSIONS, [textKey('text 1', 'query')])).toEqual([undefined]);
	});

	it('can be read, and nothing else, where the file may only be read; nothing is left beside it', () => {
		written(3);
		rmSync(`${path()}-wal`, { force: true });
		const before = readdirSync(folder);
		const { db, statements, readOnly } = openReadOnly(path());
		expect([readOnly, statements.stats.all()]).toEqual([true, [expect.objectContaining({ vectors: 3 })]]);
		expect(() => statements.addEmbedder.run('another')).toThrow('readonly');
		expect(readdirSync(folder)).toEqual(before);
		db.close();
	});

	it('is replaced by what is written later', () => {
		const all = written(2);
		const cache = open();
		const [newer] = rows(1, 2) as [CacheRow];
		cache.write('embedder a', [newer]);
		expect(cache.read('embedder a', DIMENSIONS, keys(all))[0]?.vector).toEqual(newer.vector);
		expect(cache.stats()).toEqual([{ embedder: 'embedder a', vectors: 2, bytes: 2 * DIMENSIONS * 4 }]);
	});

	it('holds no text', () => {
		const cache = open();
		cache.write('embedder a', [{ ...(rows(1)[0] as CacheRow), key: textKey('a secret of the house', 'document') }]);
		cache.close();
		expect(readFileSync(path()).includes('secret')).toBe(false);
	});

	it('is cleared by embedder, or all', () => {
		written(5);
		const cache = open();
		cache.write('embedder b', rows(3));
		expect(cache.clear('embedder b')).toBe(3);
		expect(cache.stats().map((entry) => entry.vectors)).toEqual([5]);
		expect(cache.clear()).toBe(5);
		expect(cache.stats()).toEqual([]);
	});
});

describe('damage', () => {
	it('in a row makes that row, and no other, a miss, and says so', () => {
		const all = written(20);
		const db = new Database(path());
		const bytes = (db.prepare('SELECT vector FROM vector WHERE text = ?').get(all[7]?.key) as { vector: Buffer })
			.vector;
		bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
		db.prepare('UPDATE vector SET vector = ? WHERE text = ?').run(bytes, all[7]?.key);
		db.prepare('UPDATE vector SET tokens = tokens + 1 WHERE text = ?').run(all[8]?.key);
		db.prepare('UPDATE vector SET vector = substr(vector, 1, 100) WHERE text = ?').run(all[9]?.key);
		db.close();
		const cache = open();
		const found = cache.read('embedder a', DIMENSIONS, keys(all));
		expect(found.flatMap((row, i) => (row === undefined ? [i] : []))).toEqual([7, 8, 9]);
		expect(notes).toEqual([expect.stringContaining('3 damaged vectors')]);
		cache.write('embedder a', all.slice(7, 10));
		expect(cache.read('embedder a', DIMENSIONS, keys(all))).not.toContain(undefined);
	});

	it('by two rows that are swapped is noticed', () => {
		const all = written(2);
		const db = new Database(path());
		const swap = db.prepare('UPDATE vector SET vector = ?, tokens = ?, checksum = ? WHERE text = ?');
		const [first, second] = all.map(({ key }) =>
			db.prepare('SELECT vector, tokens, checksum FROM vector WHERE text = ?').raw().get(key),
		) as [unknown[], unknown[]];
		swap.run(...second, all[0]?.key);
		swap.run(...first, all[1]?.key);
		db.close();
		expect(open().read('embedder a', DIMENSIONS, keys(all))).toEqual([undefined, undefined]);
	});

	it('of the whole file: set aside, said, and a new one is begun', () => {
		const all = written(20);
		writeFileSync(path(), 'this is no database. '.repeat(500));
		const cache = open();
		expect(cache.read('embedder a', DIMENSIONS, keys(all))).toEqual(all.map(() => undefined));
		expect(notes).toEqual([expect.stringMatching(/damaged.*moved to .*vectors\.sqlite\.damaged/)]);
		expect(existsSync(`${path()}.damaged`)).toBe(true);
		cache.write('embedder a', all);
		expect(cache.read('embedder a', DIMENSIONS, keys(all))).not.toContain(undefined);
	});

	it('by truncation: what can still be read is saved, and no wrong vector is served', () => {
		const all = written(400);
		const size = readFileSync(path()).length;
		truncateSync(path(), Math.floor(size * 0.6));
		const cache = open();
		const found = cache.read('embedder a', DIMENSIONS, keys(all));
		expect(found).toContain(undefined);
		for (const [i, row] of found.entries()) if (row !== undefined) expect(row.vector).toEqual(all[i]?.vector);
		expect(notes.join()).toContain('damaged');
		cache.write('embedder a', all);
		expect(cache.read('embedder a', DIMENSIONS, keys(all))).not.toContain(undefined);
	});

	it('of a page in the middle: no wrong vector is served', () => {
		const all = written(400);
		const bytes = readFileSync(path());
		bytes.fill(0xa5, 4096 * 40, 4096 * 60);
		writeFileSync(path(), bytes);
		const found = open().read('embedder a', DIMENSIONS, keys(all));
		expect(found).toContain(undefined);
		for (const [i, row] of found.entries()) if (row !== undefined) expect(row.vector).toEqual(all[i]?.vector);
	});

	it('a file of another version is set aside, not read', () => {
		const all = written(2);
		const db = new Database(path());
		db.pragma('user_version = 99');
		db.close();
		expect(open().read('embedder a', DIMENSIONS, keys(all))).toEqual([undefined, undefined]);
		expect(notes.join()).toContain('version 99');
	});
});

it('a directory that can not be used is an error for people', () => {
	writeFileSync(join(folder, 'a-file'), '');
	expect(() => vectorCache(join(folder, 'a-file'), () => undefined).read('a', 4, [])).toThrow(
		expect.objectContaining({ code: 'environment', hint: expect.stringContaining('--cache-dir') }),
	);
});

describe('processes', () => {
	const embed = (count: number, delayMs: number) => {
		const script = fileURLToPath(new URL('testing/embed-until-killed.ts', import.meta.url));
		const child = spawn(process.execPath, ['--import', 'tsx', script, folder, String(count), String(delayMs)]);
		let out = '';
		let slices = 0;
		child.stdout.on('data', (data) => {
			out += data;
			slices = out.split('slice').length - 1;
			child.emit('slices', slices);
		});
		child.stderr.on('data', (data) => {
			out += data;
		});
		const ended = new Promise<string>((done) => child.on('close', () => done(out)));
		return { child, ended };
	};

	it('killed in the middle, the next one goes on from what was written', async () => {
		const first = embed(1600, 20);
		// 256 texts are written at once: by the twentieth slice of 16, one batch has been.
		await new Promise<void>((done) => first.child.on('slices', (slices: number) => slices >= 20 && done()));
		first.child.kill('SIGKILL');
		await first.ended;
		const computed = Number(/computed (\d+)/.exec(await embed(1600, 0).ended)?.[1]);
		expect(computed).toBeGreaterThan(0);
		expect(computed).toBeLessThanOrEqual(1600 - 256);
		expect(await embed(1600, 0).ended).toContain('computed 0');
	});

	it('two at once write one whole cache', async () => {
		const outs = await Promise.all([embed(800, 2).ended, embed(800, 2).ended]);
		for (const out of outs) expect(out).toMatch(/computed \d+\n$/);
		expect(open().stats()).toEqual([expect.objectContaining({ vectors: 800 })]);
		expect(await embed(800, 0).ended).toContain('computed 0');
	});
});
