import type { Doc } from '../../harness/contract.ts';
import { type CorpusLine, corpusLine } from '../corpus-line.ts';

/** The limits of a batch, whichever is reached first. */
export interface BatchLimits {
	readonly docs: number;
	/** Characters of JSON; one larger document is a batch of its own. */
	readonly characters: number;
}

/**
 * The corpus in batches of bounded size, documents as their file has them. `fields` are the members that are wanted
 * beside `id`; undefined: all.
 */
export function* batchesOf(
	corpus: readonly Doc[],
	limits: BatchLimits,
	fields?: readonly string[],
): Generator<readonly CorpusLine[]> {
	let batch: CorpusLine[] = [];
	let characters = 0;
	for (const doc of corpus) {
		const line = selected(corpusLine(doc), fields);
		const length = JSON.stringify(line).length;
		if (batch.length > 0 && (batch.length >= limits.docs || characters + length > limits.characters)) {
			yield batch;
			batch = [];
			characters = 0;
		}
		batch.push(line);
		characters += length;
	}
	if (batch.length > 0) yield batch;
}

function selected(line: CorpusLine, fields: readonly string[] | undefined): CorpusLine {
	if (fields === undefined) return line;
	return Object.fromEntries(Object.entries(line).filter(([name]) => name === 'id' || fields.includes(name)));
}
