import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { GenericSchema, InferOutput } from 'valibot';
import { BenchError } from '../../errors.ts';
import { checkShape } from '../../files/check-shape.ts';
import type { QueryScores, Summary } from '../scores.ts';
import type { Timings } from '../timings.ts';
import type { Manifest, RunFolder } from './run-folder.ts';
import { manifestShape, scoreShape, summaryShape, timingsShape } from './shapes.ts';

/**
 * Reads a run folder. `reference` is its path, or its name under `resultsDirectory` (`latest` too). A folder that
 * holds no run, or a file of it that can't be read, is a BenchError that names the file.
 */
export function readRun(reference: string, resultsDirectory = 'results'): RunFolder {
	const path = findRun(reference, resultsDirectory);
	const manifest = readManifest(join(path, 'manifest.json'));
	const timings = join(path, 'timings.json');
	return {
		path,
		manifest,
		summary: readJson(summaryShape, join(path, 'summary.json')) as Summary,
		scores: readScores(join(path, 'scores.jsonl')),
		timings: existsSync(timings) ? (readJson(timingsShape, timings) as Timings) : undefined,
	};
}

function readManifest(path: string): Manifest {
	const content = parse(readText(path), path);
	const format = typeof content === 'object' && content !== null && 'format' in content ? content.format : undefined;
	if (format !== 1)
		throw new BenchError('results', `${path} has format ${String(format)}, not 1`, {
			hint: 'It was written by another version of bench; run it again with this one.',
		});
	return checkShape(manifestShape, content, { ...CHANGED, where: path }) as unknown as Manifest;
}

const CHANGED = { code: 'results', hint: 'The file was changed after the run; run it again.' } as const;

/** The folder of a run, links followed. */
export function findRun(reference: string, resultsDirectory: string): string {
	for (const candidate of [reference, join(resultsDirectory, reference)])
		if (existsSync(join(candidate, 'manifest.json'))) {
			const real = realpathSync(candidate);
			return basename(candidate) === 'latest' ? join(dirname(candidate), basename(real)) : candidate;
		}
	throw new BenchError('results', `there is no run at ${reference}, nor ${join(resultsDirectory, reference)}`, {
		hint: 'A run is a folder with a manifest.json, as `bench run` writes it; `ls results` shows the runs here.',
	});
}

function readScores(path: string): QueryScores[] {
	const lines = readText(path).split('\n');
	return lines.flatMap((line, i) => {
		if (line === '') return [];
		const where = `${path}:${i + 1}`;
		const entry = checkShape(scoreShape, parse(line, where), { ...CHANGED, where, whole: 'the line' });
		return [
			{
				queryId: entry.query_id,
				stratum: entry.stratum,
				...(entry.scope === undefined ? {} : { scope: entry.scope }),
				relevant: entry.relevant,
				metrics: entry.metrics ?? undefined,
			},
		];
	});
}

function readJson<S extends GenericSchema>(shape: S, path: string): InferOutput<S> {
	return checkShape(shape, parse(readText(path), path), { ...CHANGED, where: path });
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		throw new BenchError('results', `${path} can't be read: ${(error as Error).message}`, {
			hint: 'The run folder is incomplete; `bench verify` tells which files are whole.',
			cause: error,
		});
	}
}

function parse(text: string, where: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new BenchError('results', `${where} is not valid JSON: ${(error as Error).message}`, {
			hint: 'The file was changed after the run; run it again.',
			cause: error,
		});
	}
}
