import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { findRun, listRuns } from './find-run.ts';

const manifest = (system: string, created: string): string =>
	JSON.stringify({ format: 1, created, system: { name: system }, dataset: { name: 'd' } });

const folder = temporaryFolder({
	'20260101-a/manifest.json': manifest('fts', '2026-01-01T00:00:00Z'),
	'20260102-b/manifest.json': manifest('fts', '2026-01-02T00:00:00Z'),
	'20260301-c/manifest.json': manifest('hybrid', '2026-03-01T00:00:00Z'),
	'fts/manifest.json': manifest('constructor', '2026-02-01T00:00:00Z'),
	'broken/manifest.json': '{',
	'judging/pool.jsonl': '',
});
symlinkSync('20260102-b', join(folder.path, 'latest'), 'junction');
afterAll(() => folder.dispose());

const find = (reference: string): string => findRun(reference, folder.path);
const at = (name: string): string => join(folder.path, name);

describe('findRun', () => {
	it('takes a path, a name, the only beginning, and latest', () => {
		expect(find(at('20260101-a'))).toBe(at('20260101-a'));
		expect(find('20260101-a')).toBe(at('20260101-a'));
		expect(find('202603')).toBe(at('20260301-c'));
		expect(find('latest')).toBe(at('20260102-b'));
	});

	it("takes a system's newest run; a folder of that name comes first", () => {
		expect(find('hybrid')).toBe(at('20260301-c'));
		expect(find('constructor')).toBe(at('fts'));
		expect(find('fts')).toBe(at('fts'));
	});

	it('says which runs an unclear beginning may mean, and the nearest of a misspelt name', () => {
		expect(() => find('202601')).toThrow('2 runs under');
		expect(() => find('hybird')).toThrow(
			expect.objectContaining({ hint: expect.stringContaining('Did you mean hybrid?') }),
		);
		expect(() => find('')).toThrow('there is no run');
		expect(() => findRun('x', at('nowhere'))).toThrow(
			expect.objectContaining({ hint: expect.stringContaining('There are no runs') }),
		);
	});
});

describe('listRuns', () => {
	it('is in order of time and passes over what is no run', () => {
		expect(listRuns(folder.path).map(({ name }) => name)).toEqual(['20260101-a', '20260102-b', 'fts', '20260301-c']);
	});
});
