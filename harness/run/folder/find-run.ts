import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BenchError } from '../../errors.ts';
import { recoverFolder } from '../../files/replace-folder.ts';
import { didYouMean } from '../../names.ts';
import type { Manifest } from './run-folder.ts';

/** A run folder as listings show it: its name in the folder of results, and what its manifest says. */
export interface ListedRun {
	readonly name: string;
	readonly path: string;
	readonly manifest: Manifest;
}

/**
 * The folder of a run: its path, its name under `resultsDirectory`, the beginning of that name where only one begins so,
 * the name of a system (its newest run), or `latest`. Links are followed.
 *
 * @throws BenchError `results` for what is no run, with the nearest names, or that is the beginning of several
 */
export function findRun(reference: string, resultsDirectory: string): string {
	for (const candidate of [reference, join(resultsDirectory, reference)]) {
		// A kill while the folder was being replaced left it under another name.
		if (reference !== '') recoverFolder(candidate);
		if (existsSync(join(candidate, 'manifest.json'))) {
			const real = realpathSync(candidate);
			return basename(candidate) === 'latest' ? join(dirname(candidate), basename(real)) : candidate;
		}
	}
	const runs = listRuns(resultsDirectory);
	const beginning = runs.filter(({ name }) => reference !== '' && name.startsWith(reference));
	if (beginning.length === 1) return (beginning[0] as ListedRun).path;
	const ofSystem = runs.filter(({ manifest }) => manifest.system.name === reference);
	const newest = ofSystem.at(-1);
	if (newest !== undefined) return newest.path;
	if (beginning.length > 1)
		throw new BenchError('results', `${beginning.length} runs under ${resultsDirectory} begin with ${reference}`, {
			hint: `${beginning
				.slice(0, 5)
				.map(({ name }) => name)
				.join('\n')}${beginning.length > 5 ? `\nand ${beginning.length - 5} more` : ''}`,
		});
	throw notThere(reference, resultsDirectory, runs);
}

/** The run folders of a directory, oldest first (by when they were made, then by name); what is no run is passed over. */
export function listRuns(
	directory: string,
	passedOver: (manifestPath: string) => void = () => undefined,
): readonly ListedRun[] {
	if (!existsSync(directory)) return [];
	return readdirSync(directory, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.flatMap(({ name }) => {
			const path = join(directory, name);
			const manifest = readManifest(path, passedOver);
			return manifest === undefined ? [] : [{ name, path, manifest }];
		})
		.sort((one, other) => compare(one.manifest.created, other.manifest.created) || compare(one.name, other.name));
}

function readManifest(path: string, passedOver: (manifestPath: string) => void): Manifest | undefined {
	const file = join(path, 'manifest.json');
	if (!existsSync(file)) return undefined;
	try {
		const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
		const format: unknown = manifest.format;
		if (format === 1 && typeof manifest.system?.name === 'string') return manifest;
		// An ablation's is `ablation/1`.
		if (typeof format !== 'string') passedOver(file);
	} catch {
		passedOver(file);
	}
	return undefined;
}

function notThere(reference: string, resultsDirectory: string, runs: readonly ListedRun[]): BenchError {
	const names = [...new Set(runs.flatMap(({ name, manifest }) => [manifest.system.name, name]))];
	const hint =
		didYouMean(reference, names) ??
		(runs.length === 0
			? `There are no runs under ${resultsDirectory}: \`bench run\` makes one.`
			: '`bench runs` shows the runs here.');
	return new BenchError('results', `there is no run at ${reference}, nor ${join(resultsDirectory, reference)}`, {
		hint: `${hint} A run is named by its folder, the beginning of its name, its system, or latest.`,
	});
}

function compare(one: string, other: string): number {
	return one < other ? -1 : one > other ? 1 : 0;
}
