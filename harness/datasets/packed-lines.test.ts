import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readLines } from './read-lines.ts';

const folder = temporaryFolder({});
const text = Array.from({ length: 20_000 }, (_, i) => `line ${i} of ${(i * 7919) % 10_007}`).join('\n');
const whole = gzipSync(text);

async function readAll(name: string, bytes: Uint8Array): Promise<number> {
	const path = join(folder.path, name);
	writeFileSync(path, bytes);
	let lines = 0;
	for await (const _ of readLines(path)) lines++;
	return lines;
}

describe('a packed file', () => {
	it('is read whole', async () => {
		expect(await readAll('whole.gz', whole)).toBe(20_000);
	});

	it('that is cut short or damaged is an error in words', async () => {
		await expect(readAll('cut.gz', whole.subarray(0, -500))).rejects.toThrow(
			"cut.gz can't be read: unexpected end of file",
		);
		const damaged = Uint8Array.from(whole);
		damaged.fill(7, 3000, 3050);
		await expect(readAll('damaged.gz', damaged)).rejects.toThrow("damaged.gz can't be read: ");
	});

	it('that is cut short throws nothing at a reader who left early', async () => {
		const path = join(folder.path, 'left.gz');
		writeFileSync(path, whole.subarray(0, -500));
		for await (const { number } of readLines(path)) if (number === 1) break;
		// An error without a listener would end this process.
		await new Promise((resolve) => setTimeout(resolve, 50));
	});
});
