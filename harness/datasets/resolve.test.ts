import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BenchError } from '../errors.ts';
import { packageRoot } from '../files/package-root.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { datasetNames, resolveDataset } from './resolve.ts';

const bare = temporaryFolder({ 'else/readme.txt': '' });
const stocked = temporaryFolder({
	'data/corpus.jsonl': '',
	'data/mine/corpus.jsonl': '',
	'data/no-corpus/queries.jsonl': '',
	'elsewhere/theirs/corpus.jsonl': '',
});
afterAll(() => {
	bare.dispose();
	stocked.dispose();
});

it('nothing given: data/ itself where it holds a corpus, else the packaged sample', () => {
	expect(resolveDataset(undefined, stocked.path)).toEqual({ directory: 'data', name: 'data', chosen: 'data' });
	expect(resolveDataset(undefined, bare.path)).toEqual({
		directory: join(packageRoot(), 'data', 'sample'),
		name: 'sample',
		chosen: 'sample',
	});
});

it('a folder, as it was named', () => {
	const theirs = { directory: 'elsewhere/theirs', name: 'theirs', chosen: 'folder' };
	expect(resolveDataset('elsewhere/theirs', stocked.path)).toEqual(theirs);
	expect(resolveDataset('./elsewhere/theirs/', stocked.path)).toEqual(theirs);
	expect(resolveDataset('.', join(stocked.path, 'elsewhere/theirs'))).toEqual({ ...theirs, directory: '.' });
});

it('a name under data/, or the packaged sample from anywhere', () => {
	expect(resolveDataset('mine', stocked.path)).toEqual({ directory: 'data/mine', name: 'mine', chosen: 'name' });
	expect(resolveDataset('sample', bare.path).chosen).toBe('sample');
});

it('anything else is an error that names the datasets there are', () => {
	expect(datasetNames(stocked.path)).toEqual(['mine', 'sample']);
	const refusal = (given: string): BenchError => {
		try {
			resolveDataset(given, stocked.path);
		} catch (error) {
			if (error instanceof BenchError) return error;
		}
		throw new Error('it was found');
	};
	expect(refusal('mien').message).toBe('There is no dataset "mien"');
	expect(refusal('mien').hint).toBe('Did you mean mine? --data takes a folder, or one of: mine, sample.');
	expect(refusal('elsewhere').message).toBe('elsewhere holds no corpus.jsonl');
	expect(refusal('../mine').message).toContain('There is no dataset');
});
