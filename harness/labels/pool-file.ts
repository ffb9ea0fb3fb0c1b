import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SensitivePolicy } from '../contract.ts';
import { isGrade, isMisfit, readId } from '../datasets/fields.ts';
import { BenchError } from '../errors.ts';
import { canonicalJson } from '../files/json.ts';
import { type FileLine, numberAt, objectAt, readLinesFile, textAt } from './lines-file.ts';
import type { PoolItem } from './pool-runs.ts';

/** The texts that the ids of a judging file belong to. */
export interface JudgedTexts {
	readonly name: string;
	readonly directory: string;
	readonly sensitive: SensitivePolicy;
	/** See {@link textsHash}. */
	readonly texts_sha256: string;
}

/**
 * The first line of a pool file. Which systems were pooled is not told, only how many, and a hash from which anyone
 * who has the runs can see that it was those: a judge who opens the file learns nothing from it.
 */
export interface PoolHeader {
	readonly format: 1;
	readonly kind: 'pool';
	readonly dataset: JudgedTexts;
	readonly runs: number;
	readonly runs_sha256: string;
	readonly depth: number;
	readonly seed: number;
}

export interface PoolFile {
	readonly header: PoolHeader;
	readonly items: readonly PoolItem[];
	/** sha-256 (hex) of the file's bytes. */
	readonly sha256: string;
}

/** A pool as JSONL: a header, then a line per item. It holds ids only, never text of documents or queries. */
export function poolText(header: PoolHeader, items: readonly PoolItem[]): string {
	const lines = items.map(({ queryId, docId, grade }) =>
		JSON.stringify({ query_id: queryId, doc_id: docId, ...(grade === undefined ? {} : { grade }) }),
	);
	return [canonicalJson(header as never), ...lines, ''].join('\n');
}

/** @throws BenchError `data` with file:line for what is not a pool file, and for an item that stands twice. */
export function readPoolFile(path: string): PoolFile {
	const { header, lines } = readLinesFile(path, 'pool file');
	if (header.value.kind !== 'pool' || header.value.format !== 1)
		throw new BenchError('data', `${path} is not a pool file`, {
			hint: '`bench pool <runs...>` writes one from run folders.',
		});
	const seen = new Set<string>();
	const items = lines.map((line) => {
		const item = { ...readPair(line), ...readGrade(line) };
		const key = pairKey(item.queryId, item.docId);
		if (seen.has(key))
			throw new BenchError('data', `${line.where}: document ${item.docId} stands twice for query ${item.queryId}`);
		seen.add(key);
		return item;
	});
	return {
		header: {
			format: 1,
			kind: 'pool',
			dataset: readTexts(objectAt(header, 'dataset')),
			runs: numberAt(header, 'runs'),
			runs_sha256: textAt(header, 'runs_sha256'),
			depth: numberAt(header, 'depth'),
			seed: numberAt(header, 'seed'),
		},
		items,
		sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
	};
}

export function readTexts(line: FileLine): JudgedTexts {
	const sensitive = textAt(line, 'sensitive');
	if (sensitive !== 'leave-out' && sensitive !== 'lexical-only')
		throw new BenchError('data', `${line.where}: sensitive must be leave-out or lexical-only`);
	return {
		name: textAt(line, 'name'),
		directory: textAt(line, 'directory'),
		sensitive,
		texts_sha256: textAt(line, 'texts_sha256'),
	};
}

export function readPair({ where, value }: FileLine): { readonly queryId: string; readonly docId: string } {
	const queryId = readId(value.query_id);
	if (isMisfit(queryId)) throw new BenchError('data', `${where}: query_id must be ${queryId.wanted}`);
	const docId = readId(value.doc_id);
	if (isMisfit(docId)) throw new BenchError('data', `${where}: doc_id must be ${docId.wanted}`);
	return { queryId, docId };
}

export function readGrade({ where, value }: FileLine): { readonly grade?: number } {
	const { grade } = value;
	if (grade === undefined) return {};
	if (!isGrade(grade)) throw new BenchError('data', `${where}: grade must be an integer from 0 to 127`);
	return { grade };
}

/** A query and a document as one key; ids hold no white space. */
export function pairKey(queryId: string, docId: string): string {
	return `${queryId} ${docId}`;
}
