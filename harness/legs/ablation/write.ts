import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Json, JsonObject } from '../../contract.ts';
import { BenchError } from '../../errors.ts';
import { canonicalJson } from '../../files/json.ts';
import { claimNewName, recoverFolder, replaceFolder } from '../../files/replace-folder.ts';
import { sha256 } from '../../files/sha256.ts';
import { syncFoldersBelow } from '../../files/sync-folder.ts';
import { clearLeftovers, temporaryName } from '../../files/temporary-name.ts';
import { writeFileWhole } from '../../files/write-file.ts';
import { fileName } from '../../run/folder/file-name.ts';
import { describeRun, type RunRequest } from '../../run/folder/manifest.ts';
import { runName } from '../../run/folder/run-name.ts';
import { writeRun } from '../../run/folder/write.ts';
import type { RunRecord } from '../../run/run-record.ts';
import { type Ablation, wholeSystem } from './ablation.ts';

export interface WriteAblationOptions extends RunRequest {
	/** The content of `ablation.json`. */
	readonly data: JsonObject;
	/** The folder to write; default: a new one under `resultsDirectory`. */
	readonly out?: string;
	/** Default: `results`. */
	readonly resultsDirectory?: string;
	/** The whole system's name; variants are named after their legs. */
	readonly systemName: string;
}

/** Where a matrix was written: the folder, and each system's run folder below it by label. */
export interface WrittenAblation {
	readonly path: string;
	readonly runs: ReadonlyMap<string, string>;
}

const FORMAT = 'ablation/1';

/**
 * Writes the matrix, whole or not at all: a run folder per system under `runs/`, `ablation.json` with what was made of
 * them, and a manifest that names them all. Only ids and numbers are written.
 */
export function writeAblation(ablation: Ablation, options: WriteAblationOptions): WrittenAblation {
	const { resultsDirectory = 'results', systemName, data } = options;
	const created = options.created ?? new Date().toISOString();
	const request: RunRequest = { ...options, created };
	const whole: RunRecord = wholeSystem(ablation.rows).run;
	const named: RunRecord = { ...whole, system: { ...whole.system, name: systemName } };
	const described = describeRun(named, request);
	const naming = { ...described, system: { ...described.system, name: `${systemName}-ablation` }, files: {} };
	const target = resolve(options.out ?? join(resultsDirectory, runName(naming)));
	recoverFolder(target);
	clearLeftovers(dirname(target));
	if (options.out !== undefined && existsSync(target) && !isAblation(target) && readdirSync(target).length > 0)
		throw new BenchError('usage', `${target} exists and is not an ablation`, {
			hint: 'Name a folder that does not exist yet, or an earlier ablation to replace.',
		});

	const folders = new Map(
		ablation.rows.map(({ variant }, i) => [
			variant.label,
			join('runs', `${String(i + 1).padStart(3, '0')}-${fileName(variant.label)}`),
		]),
	);
	let finalName = basename(target);
	const temporary = temporaryName(target);
	try {
		mkdirSync(temporary, { recursive: true });
		for (const { variant, run } of ablation.rows)
			writeRun(run, { ...request, out: join(temporary, folders.get(variant.label) as string) });
		const text = `${canonicalJson(data, 2)}\n`;
		writeFileWhole(join(temporary, 'ablation.json'), text);
		const manifest = {
			...described,
			format: FORMAT,
			runs: ablation.rows.map(({ variant }) => ({
				folder: folders.get(variant.label) as string,
				legs: variant.legs,
				without_stages: variant.withoutStages,
			})),
			files: { 'ablation.json': sha256(text) },
		};
		writeFileWhole(join(temporary, 'manifest.json'), `${JSON.stringify(manifest as unknown as Json, null, 2)}\n`);
		syncFoldersBelow(temporary);
		if (options.out === undefined) finalName = basename(claimNewName(temporary, target));
		else replaceFolder(temporary, target);
	} catch (error) {
		rmSync(temporary, { recursive: true, force: true });
		throw error;
	}
	const path = options.out ?? join(resultsDirectory, finalName);
	return { path, runs: new Map([...folders].map(([label, folder]) => [label, join(path, folder)])) };
}

function isAblation(folder: string): boolean {
	return existsSync(join(folder, 'ablation.json'));
}
