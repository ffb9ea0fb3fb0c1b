import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Doc, JsonObject } from '../../../harness/contract.ts';
import { docToLine } from '../../../harness/datasets/lines.ts';
import { loadDataset } from '../../../harness/datasets/load.ts';
import { BenchError } from '../../../harness/errors.ts';
import { sha256 } from '../../../harness/files/sha256.ts';
import { writeFileWhole } from '../../../harness/files/write-file.ts';
import { TRIPLES_FILE } from '../../../retrievers/graph/triples.ts';

/** Where the queries go: the dataset itself, or a new one with its corpus. */
export interface Destination {
	readonly dataset: string;
	readonly out: string;
	readonly apart: boolean;
}

/**
 * Judgments that are there were somebody's work: they are never overwritten, unless they are the half of a build that was
 * killed while it was written.
 *
 * @throws BenchError `usage` where the folder has queries or judgments, or another corpus
 */
export function chooseDestination(dataset: string, given: string | undefined): Destination {
	const out = given ?? dataset;
	const apart = resolve(out) !== resolve(dataset);
	const unfinished = unfinishedFiles(out);
	for (const name of ['queries.jsonl', 'qrels.jsonl', ...(apart ? ['corpus.jsonl'] : [])])
		if (existsSync(join(out, name)) && unfinished.get(name) !== sha256(readFileSync(join(out, name))))
			throw new BenchError('usage', `${join(out, name)} is there already`, {
				hint: 'Give --out <folder>, for example data/mine-2: a new dataset with the same corpus and the new queries.',
			});
	return { dataset, out, apart };
}

/** Writes the queries and judgments, and the report on them, and loads them again as any run will. */
export async function writeEvalset(
	{ dataset, out, apart }: Destination,
	corpus: readonly Doc[],
	lines: { readonly queries: readonly JsonObject[]; readonly qrels: readonly JsonObject[] },
	report: JsonObject,
): Promise<void> {
	// All of it before the first file: what can't be made leaves no half folder.
	const files = {
		...(apart ? ground(dataset, corpus) : {}),
		'evalset.json': `${JSON.stringify(report, null, '\t')}\n`,
		'qrels.jsonl': jsonLines(lines.qrels),
		'queries.jsonl': jsonLines(lines.queries),
	};
	const hashes = Object.entries(files).map(([name, text]) => [name, sha256(text)]);
	const unfinished = join(out, UNFINISHED);
	writeFileWhole(unfinished, `${JSON.stringify(Object.fromEntries(hashes), null, '\t')}\n`);
	for (const [name, text] of Object.entries(files)) writeFileWhole(join(out, name), text);
	rmSync(unfinished, { force: true });
	await loadDataset(out);
}

/** The files being written, by name, with their sha-256: there only until all of them are. */
const UNFINISHED = '.evalset.unfinished.json';

function unfinishedFiles(out: string): ReadonlyMap<string, unknown> {
	try {
		return new Map(Object.entries(JSON.parse(readFileSync(join(out, UNFINISHED), 'utf8')) as object));
	} catch {
		return new Map();
	}
}

/** The corpus, and its triples where it has some, without what is sensitive. */
function ground(dataset: string, corpus: readonly Doc[]): Readonly<Record<string, string>> {
	const docs = { 'corpus.jsonl': jsonLines(corpus.map(docToLine)) };
	const triples = join(dataset, TRIPLES_FILE);
	if (!existsSync(triples)) return docs;
	const open = new Set(corpus.map(({ id }) => id));
	const kept = readFileSync(triples, 'utf8')
		.split('\n')
		.filter((line, i) => line.trim() !== '' && open.has(idOf(line, `${triples}:${i + 1}`)));
	return { ...docs, [TRIPLES_FILE]: kept.map((line) => `${line}\n`).join('') };
}

function idOf(line: string, where: string): string {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		// Said below, as anything else that is no triple.
	}
	if (typeof value === 'object' && value !== null && 'id' in value) return String(value.id);
	throw new BenchError('data', `${where}: is not a JSON object with an id`, {
		hint: '`bench extract` writes the file anew.',
	});
}

export function jsonLines(values: readonly JsonObject[]): string {
	return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
