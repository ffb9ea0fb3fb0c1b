import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Doc, DocId, Json, JsonObject } from '../../../harness/contract.ts';
import { readJsonLines } from '../../../harness/datasets/json-lines.ts';
import { type Problem, problemsOf, shown } from '../../../harness/datasets/problems.ts';
import { BenchError } from '../../../harness/errors.ts';
import { checkWording } from '../../../harness/labels/evalset/check-wording.ts';
import { type EvalItem, STRATA, type WordedItem } from '../../../harness/labels/evalset/item.ts';
import type { QueryGround } from './open-corpus.ts';

/**
 * A line of skeletons.jsonl: a query that waits for a person's words in `text`, with the memories to read beside it. It
 * stands in the dataset's folder, as private as the corpus is.
 */
export function skeletonLine({ item, text }: WordedItem, corpus: readonly Doc[], nearBy: Json): JsonObject {
	const docs = item.targets.map((docIndex) => corpus[docIndex] as Doc);
	return {
		stratum: item.stratum,
		text,
		_skeleton: {
			targets: docs.map(({ id }) => id),
			near_duplicates: item.nearDuplicates.map((docIndex) => (corpus[docIndex] as Doc).id),
			discriminates: item.discriminates,
			...(item.entity === undefined ? {} : { entity: item.entity }),
			...(item.phrase === undefined ? {} : { phrase: item.phrase }),
			hashes: docs.map(textHash),
			near_by: nearBy,
		},
		_memories: docs.map(({ id, content }) => ({ id, content })),
	};
}

export interface WordedFile {
	readonly worded: readonly WordedItem[];
	/** Lines whose text is still empty. */
	readonly unworded: number;
	readonly nearBy: Json;
}

/**
 * Reads skeletons that a person has worded, and checks each as a model's wording is checked.
 *
 * @throws BenchError `data` with every line that fails, by file:line
 */
export async function readWorded(path: string, ground: QueryGround): Promise<WordedFile> {
	if (!existsSync(path)) throw new BenchError('usage', `${path}: there is no such file`);
	const problems: Problem[] = [];
	const report = problemsOf(basename(path), problems);
	const docIndexOf = new Map(ground.corpus.map(({ id }, docIndex) => [id, docIndex]));
	const worded: WordedItem[] = [];
	const lineOf = new Map<string, number>();
	let unworded = 0;
	let nearBy: Json = null;
	for await (const { line, value } of readJsonLines(path, report)) {
		const fail = (message: string): void => report.error('field', line, message);
		const item = itemOf(value, docIndexOf, ground, fail);
		const text = value.text;
		if (item === undefined) continue;
		if (typeof text !== 'string') fail('text must be a text');
		else if (text.trim() === '') unworded++;
		else {
			const plain = text.trim();
			const before = lineOf.get(plain.toLowerCase());
			const checked = checkWording(plain, item, ground.corpus, ground.words);
			if (before !== undefined) fail(`has the words of line ${before}`);
			else if ('problem' in checked) fail(`the query ${checked.problem}`);
			else {
				const madeBy = plain === item.phrase ? 'phrase' : 'person';
				worded.push({ item, text: plain, provenance: { made_by: madeBy, ...checked.provenance } });
				nearBy = skeletonOf(value)?.near_by ?? nearBy;
			}
			lineOf.set(plain.toLowerCase(), line);
		}
	}
	const errors = problems.filter(({ severity }) => severity === 'error');
	if (errors.length > 0) throw failedLines(path, errors);
	return { worded, unworded, nearBy };
}

function failedLines(path: string, errors: readonly Problem[]): BenchError {
	const lines = errors.map(({ line, message }) => `  ${path}:${line}: ${message}`);
	return new BenchError('data', `${errors.length} worded queries can't be taken:\n${lines.join('\n')}`, {
		hint: 'Put them right, or empty their text to leave them out. Nothing was written.',
	});
}

function skeletonOf(value: JsonObject): JsonObject | undefined {
	const skeleton = value._skeleton;
	return skeleton !== null && typeof skeleton === 'object' && !Array.isArray(skeleton)
		? (skeleton as JsonObject)
		: undefined;
}

function itemOf(
	value: JsonObject,
	docIndexOf: ReadonlyMap<DocId, number>,
	{ corpus }: QueryGround,
	fail: (message: string) => void,
): EvalItem | undefined {
	const skeleton = skeletonOf(value);
	const stratum = STRATA.find((name) => name === value.stratum);
	const targets = idsOf(skeleton?.targets);
	// Skeletons written before 2026-11 call them twins.
	const nearDuplicates = idsOf(skeleton?.near_duplicates ?? skeleton?.twins);
	const hashes = idsOf(skeleton?.hashes);
	if (
		skeleton === undefined ||
		stratum === undefined ||
		!targets?.length ||
		nearDuplicates === undefined ||
		hashes === undefined
	) {
		fail('is no skeleton: stratum and _skeleton must stay as they were written');
		return undefined;
	}
	const docIndexes: number[] = [];
	for (const [i, id] of [...targets, ...nearDuplicates].entries()) {
		const docIndex = docIndexOf.get(id);
		if (docIndex === undefined) fail(`document ${shown(id)} is not in the corpus any more, or is sensitive now`);
		else if (i < targets.length && textHash(corpus[docIndex] as Doc) !== hashes[i])
			fail(`document ${shown(id)} has changed since`);
		else docIndexes.push(docIndex);
	}
	if (docIndexes.length < targets.length + nearDuplicates.length) return undefined;
	return {
		stratum,
		targets: docIndexes.slice(0, targets.length),
		nearDuplicates: docIndexes.slice(targets.length),
		discriminates: skeleton.discriminates === true,
		...(typeof skeleton.entity === 'string' ? { entity: skeleton.entity } : {}),
		...(typeof skeleton.phrase === 'string' ? { phrase: skeleton.phrase } : {}),
	};
}

function idsOf(value: Json | undefined): string[] | undefined {
	return Array.isArray(value) && value.every((id) => typeof id === 'string') ? (value as string[]) : undefined;
}

function textHash({ content }: Doc): string {
	return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
