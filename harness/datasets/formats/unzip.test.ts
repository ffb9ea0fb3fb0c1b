import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { readTextBytes } from '../../run/trec/bytes.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { zipOf } from '../../testing/zip.ts';
import { openChunks } from '../read-lines.ts';
import { unpackLimit } from '../unpack-limit.ts';
import { unzip } from './unzip.ts';

const space = temporaryFolder({});
afterAll(() => space.dispose());
const all = (name: string): string => name;

it('unpacks what is whole, and no file with a flipped bit', async () => {
	const path = join(space.path, 'a.zip');
	const content = Buffer.from('the kettle whistles at dawn '.repeat(3));
	// Stored: nothing but the CRC can tell.
	const zip = await zipOf({ 'a.txt': content }, () => false);
	writeFileSync(path, zip);
	await unzip(path, join(space.path, 'whole'), all, 1e6);
	expect(readFileSync(join(space.path, 'whole', 'a.txt'))).toEqual(content);
	const at = zip.indexOf('kettle');
	zip[at] = (zip[at] as number) ^ 1;
	writeFileSync(path, zip);
	await expect(unzip(path, join(space.path, 'flipped'), all, 1e6)).rejects.toMatchObject({
		code: 'data',
		message: expect.stringContaining('a.txt is damaged'),
	});
});

it('stops at the limit, which follows from the size of the zip unless it is named', async () => {
	const path = join(space.path, 'bomb.zip');
	writeFileSync(path, await zipOf({ 'a.txt': Buffer.alloc(80 * 1024 ** 2) }));
	const limit = unpackLimit(path, 0);
	expect(limit).toBe(64 * 1024 ** 2);
	await expect(unzip(path, join(space.path, 'bomb'), all, limit)).rejects.toMatchObject({
		message: expect.stringContaining('unpacks to more than 64 MiB'),
		hint: expect.stringContaining('--max-unpacked'),
	});
	expect(unpackLimit(path, 2)).toBe(2 * 1024 ** 3);
});

it('a .gz has the same limits, as lines and as TREC bytes', async () => {
	const path = join(space.path, 'bomb.jsonl.gz');
	writeFileSync(path, gzipSync(Buffer.alloc(80 * 1024 ** 2, '{"a":1}\n')));
	const lines = async (given?: number): Promise<number> => {
		let count = 0;
		for await (const _ of openChunks(path, given)) count++;
		return count;
	};
	await expect(lines()).rejects.toMatchObject({ message: expect.stringContaining('unpacks to more than 64 MiB') });
	expect(await lines(1)).toBeGreaterThan(0);
	expect(() => readTextBytes(path)).toThrow('unpacks to more than 64 MiB');
});
