import { existsSync, readdirSync } from 'node:fs';
import { basename, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { BenchError } from '../errors.ts';
import { packageRoot } from '../files/package-root.ts';
import { isTemporaryName } from '../files/temporary-name.ts';
import { didYouMean } from '../names.ts';

export interface ResolvedDataset {
	/** The path as the user gave it, or relative to the working folder when inside it, else absolute. */
	readonly directory: string;
	readonly name: string;
	/** How it was found: a folder that was named, a name under data/, `data/` itself, or the sample that we ship. */
	readonly chosen: 'folder' | 'name' | 'data' | 'sample';
}

/**
 * Resolves `--data <dir-or-name>`. A folder that holds a corpus.jsonl is taken as it is; anything
 * else is a name under `data/` of the working folder, or the packaged `sample`. With nothing given: `data/` itself if
 * it holds a corpus, else the packaged `data/sample`.
 *
 * @throws BenchError `data` when there is no such dataset; it names the ones there are.
 */
export function resolveDataset(given?: string, workingFolder = process.cwd()): ResolvedDataset {
	const found = (directory: string, chosen: ResolvedDataset['chosen']): ResolvedDataset => ({
		directory: fromHere(directory, workingFolder),
		name: basename(directory),
		chosen,
	});
	const local = join(workingFolder, 'data');
	const sample = join(packageRoot(), 'data', 'sample');
	if (given === undefined) return holdsCorpus(local) ? found(local, 'data') : found(sample, 'sample');
	const folder = resolve(workingFolder, given);
	if (holdsCorpus(folder))
		return { ...found(folder, 'folder'), directory: normalize(given).replace(/(?<=.)[\\/]+$/, '') };
	if (isName(given)) {
		if (holdsCorpus(join(local, given))) return found(join(local, given), 'name');
		if (given === 'sample') return found(sample, 'sample');
	}
	throw noSuchDataset(given, folder, datasetNames(workingFolder));
}

/** The datasets that can be named: those under `data/` of the working folder and the packaged sample, sorted. */
export function datasetNames(workingFolder = process.cwd()): readonly string[] {
	const local = join(workingFolder, 'data');
	const names = existsSync(local)
		? readdirSync(local, { withFileTypes: true })
				.filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
				.map((entry) => entry.name)
				.filter((name) => !isTemporaryName(name) && holdsCorpus(join(local, name)))
		: [];
	return [...new Set([...names, 'sample'])].sort();
}

function holdsCorpus(folder: string): boolean {
	return existsSync(join(folder, 'corpus.jsonl'));
}

function isName(given: string): boolean {
	return (
		!isAbsolute(given) &&
		!given.includes('/') &&
		!given.includes(sep) &&
		given !== '.' &&
		given !== '..' &&
		given !== ''
	);
}

function fromHere(directory: string, workingFolder: string): string {
	const short = relative(workingFolder, directory);
	if (short === '') return '.';
	return short.startsWith('..') || isAbsolute(short) ? directory : short;
}

function noSuchDataset(given: string, folder: string, names: readonly string[]): BenchError {
	if (existsSync(folder))
		return new BenchError('data', `${given} holds no corpus.jsonl`, {
			hint: `A dataset is a folder with corpus.jsonl, queries.jsonl and qrels.jsonl. By name there are: ${names.join(', ')}.`,
		});
	const meant = didYouMean(given, names);
	return new BenchError('data', `There is no dataset "${given}"`, {
		hint: `${meant === undefined ? '' : `${meant} `}--data takes a folder, or one of: ${names.join(', ')}.`,
	});
}
