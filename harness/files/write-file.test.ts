import { execFileSync } from 'node:child_process';
import {
	closeSync,
	constants,
	mkdirSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	statSync,
} from 'node:fs';
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

it('writes to a pipe or a device, and puts no file in its place', () => {
	const folder = mkdtempSync(join(tmpdir(), 'bench-write-'));
	const path = join(folder, 'pipe');
	execFileSync('mkfifo', [path]);
	const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	writeFileWhole(path, 'one');
	const read = Buffer.alloc(8);
	expect(read.toString('utf8', 0, readSync(reader, read))).toBe('one');
	closeSync(reader);
	expect(statSync(path).isFIFO()).toBe(true);
});
