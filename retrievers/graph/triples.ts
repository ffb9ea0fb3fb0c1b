import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocId, Json, JsonObject } from '../../harness/contract.ts';
import { isMisfit, readDate, readId } from '../../harness/datasets/fields.ts';
import { readJsonLines } from '../../harness/datasets/json-lines.ts';
import { datasetError, type FileProblems, type Problem, problemsOf, shown } from '../../harness/datasets/problems.ts';
import { BenchError } from '../../harness/errors.ts';

/** A statement that an extractor read in a document, as written. */
export interface Triple {
	readonly subject: string;
	readonly relation: string;
	readonly object: string;
	/** Milliseconds since 1970. Where it has an end, it has been superseded. */
	readonly validFrom?: number;
	readonly validTo?: number;
}

/** The triples and names extracted from one document. */
export interface Extraction {
	readonly docId: DocId;
	readonly entities: readonly string[];
	readonly triples: readonly Triple[];
}

export const TRIPLES_FILE = 'triples.jsonl';

/**
 * Reads `triples.jsonl` of a dataset: `{"id": 1, "entities": ["a"], "triples": [["a", "owns", "b"]]}` on each line. A
 * triple may have a fourth member, `{"valid_from": "2024-01-01", "valid_to": "2024-06-01"}`, either key optional.
 *
 * @throws BenchError `data` where there is no such file, or with every problem in it by file:line.
 */
export async function readTriples(directory: string): Promise<readonly Extraction[]> {
	const path = join(directory, TRIPLES_FILE);
	if (!existsSync(path))
		throw new BenchError('data', `${directory} has no ${TRIPLES_FILE}, which graph:typed is made from`, {
			hint: '`bench extract` makes one; --retriever graph needs none.',
		});
	const problems: Problem[] = [];
	const report = problemsOf(TRIPLES_FILE, problems);
	const firstLine = new Map<DocId, number>();
	const extractions: Extraction[] = [];
	for await (const { line, value } of readJsonLines(path, report)) {
		const extraction = readExtraction(line, value, report);
		if (extraction === undefined) continue;
		const before = firstLine.get(extraction.docId);
		if (before !== undefined)
			report.error('duplicate', line, `document ${shown(extraction.docId)} is already on line ${before}`);
		else firstLine.set(extraction.docId, line);
		extractions.push(extraction);
	}
	const errors = problems.filter(({ severity }) => severity === 'error');
	if (errors.length > 0) throw datasetError(directory, errors);
	return extractions;
}

/** sha-256 (hex) of the file: no dataset fingerprint covers it. */
export function triplesHash(directory: string): string {
	return createHash('sha256')
		.update(readFileSync(join(directory, TRIPLES_FILE)))
		.digest('hex');
}

/** Whether a triple holds at a time; without one, whether nothing has superseded it. */
export function stands({ validFrom, validTo }: Triple, asOf: number | undefined): boolean {
	if (asOf === undefined) return validTo === undefined;
	return (validFrom ?? Number.NEGATIVE_INFINITY) <= asOf && asOf < (validTo ?? Number.POSITIVE_INFINITY);
}

function readExtraction(line: number, value: JsonObject, report: FileProblems): Extraction | undefined {
	const docId = readId(value.id);
	if (isMisfit(docId)) {
		report.error('field', line, 'id must be a text or a whole number');
		return undefined;
	}
	const entities = value.entities ?? [];
	if (!Array.isArray(entities) || !entities.every((entity) => typeof entity === 'string')) {
		report.error('field', line, 'entities must be a list of texts');
		return undefined;
	}
	const written = value.triples ?? [];
	if (!Array.isArray(written)) {
		report.error('field', line, 'triples must be a list');
		return undefined;
	}
	const triples: Triple[] = [];
	for (const [index, entry] of written.entries()) {
		const triple = readTriple(entry);
		if (triple === undefined)
			report.error(
				'field',
				line,
				`triple ${index + 1} is not ["subject", "relation", "object"] with perhaps {"valid_from", "valid_to"}`,
			);
		else triples.push(triple);
	}
	return { docId, entities, triples };
}

function readTriple(entry: Json): Triple | undefined {
	if (!Array.isArray(entry) || entry.length < 3 || entry.length > 4) return undefined;
	const [subject, relation, object, validity = {}] = entry as readonly Json[];
	if (typeof subject !== 'string' || typeof relation !== 'string' || typeof object !== 'string') return undefined;
	if (validity === null || typeof validity !== 'object' || Array.isArray(validity)) return undefined;
	const { valid_from, valid_to } = validity as JsonObject;
	const from = readDate(valid_from);
	const to = readDate(valid_to);
	if (isMisfit(from) || isMisfit(to)) return undefined;
	return {
		subject,
		relation,
		object,
		...(from === undefined ? {} : { validFrom: from.getTime() }),
		...(to === undefined ? {} : { validTo: to.getTime() }),
	};
}
