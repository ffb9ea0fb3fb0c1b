import { existsSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Json } from '../../contract.ts';
import { BenchError } from '../../errors.ts';
import { canonicalJson } from '../../files/json.ts';
import { claimNewName, recoverFolder, replaceFolder } from '../../files/replace-folder.ts';
import { fileHashes } from '../../files/sha256.ts';
import { syncFoldersBelow } from '../../files/sync-folder.ts';
import { clearLeftovers, temporaryName } from '../../files/temporary-name.ts';
import { makeFolder, withPath } from '../../files/write-file.ts';
import type { RunRecord } from '../run-record.ts';
import type { QueryScores } from '../scores.ts';
import { exactRunText, interchangeRunText } from '../trec/write.ts';
import { fileName } from './file-name.ts';
import { describeRun, manifestText, type RunRequest } from './manifest.ts';
import { RERANK_FILE } from './rerank-facts.ts';
import type { Manifest } from './run-folder.ts';
import { runName } from './run-name.ts';
import { sealed } from './seal.ts';

export interface WriteRunOptions extends RunRequest {
	/** The folder to write; default: a new one under `resultsDirectory`. */
	readonly out?: string;
	/** Default: `results`. */
	readonly resultsDirectory?: string;
}

/**
 * Writes a run folder, whole or not at all, and points `latest` at it. Only ids and numbers are
 * written, never text. Returns the folder's path.
 */
export function writeRun(run: RunRecord, options: WriteRunOptions = {}): string {
	const { resultsDirectory = 'results' } = options;
	const files = deterministicFiles(run);
	const manifest: Manifest = sealed({ ...describeRun(run, options), files: fileHashes(files) });
	const content = {
		'manifest.json': manifestText(manifest),
		...files,
		'timings.json': `${JSON.stringify(sealed(run.timings), null, 2)}\n`,
	};
	if (options.out !== undefined) return writeFolderWhole(options.out, content);
	const target = writeNewFolder(join(resultsDirectory, runName(manifest)), content);
	pointLatest(resultsDirectory, target);
	return target;
}

/** Every file of the run folder that is the same, byte for byte, when the run is repeated. */
export function deterministicFiles(run: RunRecord): Readonly<Record<string, string>> {
	const { dataset, rankings, legs, scores, summary, system } = run;
	const queryIds = dataset.queries.map((query) => query.id);
	const docIds = dataset.corpus.map((doc) => doc.id);
	return {
		'run.trec': interchangeRunText(queryIds, docIds, rankings, system.name),
		...Object.fromEntries(
			legs.map(({ leg, rankings: byLeg }) => [
				`legs/${fileName(leg.name)}.trec`,
				exactRunText(queryIds, docIds, byLeg, leg.name),
			]),
		),
		...(run.rerank === undefined
			? {}
			: { [RERANK_FILE]: exactRunText(queryIds, docIds, run.rerank.rankings, 'rerank') }),
		'scores.jsonl': scores.map(scoreLine).join(''),
		'summary.json': `${canonicalJson(summary as unknown as Json, 2)}\n`,
	};
}

/** Refuses a path that is neither free nor an earlier run, before any work is done for it. */
export function requireRunDirectory(target: string): void {
	if (target.trim() === '') throw new BenchError('usage', 'the run folder has no name', { hint: 'Write --out <dir>.' });
	recoverFolder(target);
	if (!existsSync(target) || existsSync(join(target, 'manifest.json'))) return;
	if (!statSync(target).isDirectory())
		throw new BenchError('usage', `${target} is a file, not a run folder`, { hint: 'Name a folder.' });
	if (readdirSync(target).length > 0)
		throw new BenchError('usage', `${target} exists and is not a run folder`, {
			hint: 'Name a folder that does not exist yet, or an earlier run to replace.',
		});
}

/**
 * Writes all files beside the target, then renames. An existing run folder is replaced; anything else is not. Gives the
 * path.
 */
export function writeFolderWhole(target: string, files: Readonly<Record<string, string>>): string {
	requireRunDirectory(target);
	return writeBeside(target, files, (temporary) => {
		replaceFolder(temporary, target);
		return target;
	});
}

/** Like {@link writeFolderWhole}, under a name that nothing has: `wished`, or that with a number. Gives the path. */
export function writeNewFolder(wished: string, files: Readonly<Record<string, string>>): string {
	return writeBeside(wished, files, (temporary) => claimNewName(temporary, wished));
}

function writeBeside(
	target: string,
	files: Readonly<Record<string, string>>,
	name: (temporary: string) => string,
): string {
	clearLeftovers(dirname(resolve(target)));
	const temporary = temporaryName(resolve(target));
	try {
		for (const [file, content] of Object.entries(files)) {
			const path = join(temporary, file);
			makeFolder(dirname(path));
			writeWhole(path, content);
		}
		syncFoldersBelow(temporary);
		return name(temporary);
	} catch (error) {
		rmSync(temporary, { recursive: true, force: true });
		throw error;
	}
}

/** Onto the disk before the rename, so that a loss of power never leaves a run folder of empty files. */
function writeWhole(path: string, content: string): void {
	try {
		writeFileSync(path, content, { flush: true });
	} catch (error) {
		throw withPath(error, path);
	}
}

/** `latest` is a link to the newest run folder. */
function pointLatest(resultsDirectory: string, target: string): void {
	const link = join(resultsDirectory, 'latest');
	const temporary = temporaryName(resolve(link));
	symlinkSync(basename(target), temporary, 'junction');
	renameSync(temporary, link);
}

function scoreLine({ queryId, stratum, scope, outsideOverall, relevant, metrics }: QueryScores): string {
	const inScope = {
		...(scope === undefined ? {} : { scope }),
		...(outsideOverall === undefined ? {} : { outside_overall: true }),
	};
	const scored = { relevant, metrics: (metrics as Json | undefined) ?? null };
	return `${canonicalJson({ query_id: queryId, stratum, ...inScope, ...scored })}\n`;
}
