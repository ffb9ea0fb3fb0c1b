import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeFileWhole } from './write-file.ts';

it('writes through a temporary name, making the folder, and leaves nothing beside the file', () => {
	const folder = mkdtempSync(join(tmpdir(), 'bench-write-'));
	const path = join(folder, 'deep', 'file.txt');
	writeFileWhole(path, 'one');
	writeFileWhole(path, 'two');
	expect(readFileSync(path, 'utf8')).toBe('two');
	expect(readdirSync(join(folder, 'deep'))).toEqual(['file.txt']);
});

it('leaves nothing behind when it fails', () => {
	const folder = mkdtempSync(join(tmpdir(), 'bench-write-'));
	mkdirSync(join(folder, 'taken', 'inside'), { recursive: true });
	expect(() => writeFileWhole(join(folder, 'taken'), 'text')).toThrow();
	expect(readdirSync(folder)).toEqual(['taken']);
});
