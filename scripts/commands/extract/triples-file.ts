import { existsSync, readFileSync } from 'node:fs';
import type { JsonObject } from '../../../harness/contract.ts';
import { BenchError } from '../../../harness/errors.ts';
import { sha256 } from '../../../harness/files/sha256.ts';
import { writeFileWhole } from '../../../harness/files/write-file.ts';
import type { Extraction } from './extraction.ts';
import type { ExtractionPlan } from './plan.ts';
import { PROMPT_VERSION } from './prompt.ts';

/** The files of one extraction, all beside its triples. */
export interface TriplesFiles {
	readonly triples: string;
	/** Model, prompt version, counts, and the sha-256 of the triples as they were written. */
	readonly info: string;
	readonly state: string;
}

export function triplesFiles(triples: string): TriplesFiles {
	const stem = triples.replace(/\.jsonl$/, '');
	return { triples, info: `${stem}.info.json`, state: `${stem}.extracted.jsonl` };
}

/**
 * Triples that somebody wrote or corrected by hand are not overwritten.
 *
 * @throws BenchError `usage` where the file is there and is not as an extraction left it
 */
export function checkOverwrite({ triples, info }: TriplesFiles, force: boolean): void {
	if (force || !existsSync(triples)) return;
	if (existsSync(info) && readFileSync(info, 'utf8').includes(sha256(readFileSync(triples)))) return;
	throw new BenchError('usage', `${triples} is there already, and was not made by bench extract or was changed since`, {
		hint: 'Give --out <file.jsonl> for another place, or --force to replace it.',
	});
}

/** Writes a line for each extracted document, in corpus order, and what they were made with. */
export function writeTriples(
	files: TriplesFiles,
	plan: ExtractionPlan,
	found: ReadonlyMap<string, Extraction>,
	made: { readonly model: string; readonly counts: JsonObject },
): void {
	const lines = plan.docs.flatMap(({ doc, key, known }) => {
		const extraction = known ?? found.get(key);
		return extraction === undefined ? [] : [`${JSON.stringify({ id: doc.id, ...extraction })}\n`];
	});
	const text = lines.join('');
	const info = { model: made.model, prompt_version: PROMPT_VERSION, counts: made.counts, triples_sha256: sha256(text) };
	const write = (content: JsonObject): void => writeFileWhole(files.info, `${JSON.stringify(content, null, '\t')}\n`);
	// Whenever a kill comes, the triples that stand there are those of a hash that the info names.
	if (existsSync(files.triples)) write({ ...info, replaces_sha256: sha256(readFileSync(files.triples)) });
	else write(info);
	writeFileWhole(files.triples, text);
	write(info);
}
