import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from '../../errors.ts';
import type { QueryScores, Summary } from '../scores.ts';
import type { Timings } from '../timings.ts';
import { findRun } from './find-run.ts';
import type { Manifest, RunFolder } from './run-folder.ts';

/**
 * Reads the run that `reference` names (see `findRun`). A folder that holds no run, or a file of it that can't be read,
 * is a BenchError that names the file.
 */
export function readRun(reference: string, resultsDirectory = 'results'): RunFolder {
	const path = findRun(reference, resultsDirectory);
	const manifest = readJson<Manifest>(join(path, 'manifest.json'));
	if (manifest.format !== 1)
		throw new BenchError('results', `${join(path, 'manifest.json')} has format ${String(manifest.format)}, not 1`, {
			hint: 'It was written by another version of bench; run it again with this one.',
		});
	const timings = join(path, 'timings.json');
	return {
		path,
		manifest,
		summary: readJson<Summary>(join(path, 'summary.json')),
		scores: readScores(join(path, 'scores.jsonl')),
		timings: existsSync(timings) ? readJson<Timings>(timings) : undefined,
	};
}

function readScores(path: string): QueryScores[] {
	const lines = readText(path).split('\n');
	return lines.flatMap((line, i) => {
		if (line === '') return [];
		const entry = parse<{
			query_id: string;
			stratum: string;
			relevant: number;
			metrics: Record<string, number> | null;
		}>(line, `${path}:${i + 1}`);
		return [
			{
				queryId: entry.query_id,
				stratum: entry.stratum,
				relevant: entry.relevant,
				metrics: entry.metrics ?? undefined,
			},
		];
	});
}

function readJson<T>(path: string): T {
	return parse<T>(readText(path), path);
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

function parse<T>(text: string, where: string): T {
	try {
		return JSON.parse(text) as T;
	} catch (error) {
		throw new BenchError('results', `${where} is not valid JSON: ${(error as Error).message}`, {
			hint: 'The file was changed after the run; run it again.',
			cause: error,
		});
	}
}
