import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Doc, JsonObject } from '../../../harness/contract.ts';
import { docToLine } from '../../../harness/datasets/lines.ts';
import { loadDataset } from '../../../harness/datasets/load.ts';
import { BenchError } from '../../../harness/errors.ts';
import { writeFileWhole } from '../../../harness/files/write-file.ts';
import { TRIPLES_FILE } from '../../../retrievers/graph/triples.ts';

/** Where the queries go: the dataset itself, or a new one with its corpus. */
export interface Destination {
	readonly dataset: string;
	readonly out: string;
	readonly apart: boolean;
}

/**
 * Judgments that are there were somebody's work: they are never overwritten.
 *
 * @throws BenchError `usage` where the folder has queries or judgments, or another corpus
 */
export function chooseDestination(dataset: string, given: string | undefined): Destination {
	const out = given ?? dataset;
	const apart = resolve(out) !== resolve(dataset);
	for (const name of ['queries.jsonl', 'qrels.jsonl', ...(apart ? ['corpus.jsonl'] : [])])
		if (existsSync(join(out, name)))
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
	if (apart) copyGround(dataset, out, corpus);
	writeFileWhole(join(out, 'evalset.json'), `${JSON.stringify(report, null, '\t')}\n`);
	writeFileWhole(join(out, 'qrels.jsonl'), jsonLines(lines.qrels));
	writeFileWhole(join(out, 'queries.jsonl'), jsonLines(lines.queries));
	await loadDataset(out);
}

/** The corpus, and its triples where it has some, without what is sensitive. */
function copyGround(dataset: string, out: string, corpus: readonly Doc[]): void {
	writeFileWhole(join(out, 'corpus.jsonl'), jsonLines(corpus.map(docToLine)));
	const triples = join(dataset, TRIPLES_FILE);
	if (!existsSync(triples)) return;
	const open = new Set(corpus.map(({ id }) => id));
	const kept = readFileSync(triples, 'utf8')
		.split('\n')
		.filter((line) => line.trim() !== '' && open.has(String((JSON.parse(line) as { id: string | number }).id)));
	writeFileWhole(join(out, TRIPLES_FILE), kept.map((line) => `${line}\n`).join(''));
}

export function jsonLines(values: readonly JsonObject[]): string {
	return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
