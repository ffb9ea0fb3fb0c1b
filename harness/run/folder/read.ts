import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { GenericSchema, InferOutput } from 'valibot';
import { BenchError } from '../../errors.ts';
import { checkShape } from '../../files/check-shape.ts';
import type { Summary } from '../scores.ts';
import type { Timings } from '../timings.ts';
import { findRun } from './find-run.ts';
import { readScores } from './read-scores.ts';
import { AGAIN, readContent, readRecorded } from './recorded-file.ts';
import type { Manifest, RunFolder } from './run-folder.ts';
import { isWhole } from './seal.ts';
import { manifestShape, summaryShape, timingsShape } from './shapes.ts';

/**
 * Reads the run that `reference` names (see `findRun`). A folder that holds no run, a file of it that can't be read, or
 * one that is not what was written, is a BenchError that names the file: hashes are held against the manifest, and
 * values against their ranges.
 */
export function readRun(reference: string, resultsDirectory = 'results'): RunFolder {
	const { path, manifest } = readRunManifest(reference, resultsDirectory);
	const timings = join(path, 'timings.json');
	const summary = join(path, 'summary.json');
	return {
		path,
		manifest,
		summary: shaped(summaryShape, parse(readRecorded({ path, manifest }, 'summary.json'), summary), summary) as Summary,
		scores: readScores({ path, manifest }),
		timings: existsSync(timings) ? readTimings(timings) : undefined,
	};
}

/** A run folder's manifest alone; the other files are not looked at. */
export function readRunManifest(reference: string, resultsDirectory = 'results'): Pick<RunFolder, 'path' | 'manifest'> {
	const path = findRun(reference, resultsDirectory);
	return { path, manifest: readManifest(join(path, 'manifest.json')) };
}

function readManifest(path: string): Manifest {
	const content = parse(readContent(path), path);
	const format = typeof content === 'object' && content !== null && 'format' in content ? content.format : undefined;
	if (format !== 1)
		throw new BenchError('results', `${path} has format ${String(format)}, not 1`, {
			hint: 'It was written by another version of bench; run it again with this one.',
		});
	const manifest = shaped(manifestShape, content, path) as unknown as Manifest;
	requireWhole(content, path);
	return manifest;
}

const TIMINGS_MEMBERS = [
	'latency',
	'latencyByLength',
	'indexSeconds',
	'indexBytes',
	'concurrency',
	'queriesPerSecond',
	'resumedQueries',
	'rerank',
	'machine',
] as const satisfies readonly (keyof Timings)[];

function readTimings(path: string): Timings {
	const content = parse(readContent(path), path);
	const timings = shaped(timingsShape, content, path) as unknown as Readonly<Record<string, unknown>>;
	requireWhole(content, path);
	// Nothing but what is known: a member of another name is no part of the file.
	const known = TIMINGS_MEMBERS.filter((name) => timings[name] !== undefined);
	return Object.fromEntries(known.map((name) => [name, timings[name]])) as unknown as Timings;
}

function requireWhole(content: unknown, path: string): void {
	if (!isWhole(content))
		throw new BenchError('results', `${path} is not the file that was written: its content_sha256 does not fit it`, {
			hint: AGAIN,
		});
}

function shaped<S extends GenericSchema>(shape: S, content: unknown, path: string): InferOutput<S> {
	return checkShape(shape, content, { code: 'results', hint: AGAIN, where: path });
}

function parse(content: Buffer, where: string): unknown {
	try {
		return JSON.parse(content.toString('utf8'));
	} catch (error) {
		// The message of JSON.parse shows the text around the fault.
		throw new BenchError('results', `${where} is not valid JSON`, { hint: AGAIN, cause: error });
	}
}
