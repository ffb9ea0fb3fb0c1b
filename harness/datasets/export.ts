import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { SensitivePolicy } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { claimFolder } from '../files/replace-folder.ts';
import { syncFoldersBelow } from '../files/sync-folder.ts';
import { clearLeftovers, temporaryName } from '../files/temporary-name.ts';
import type { DatasetFormat } from './formats/format.ts';
import { FORMATS } from './formats/index.ts';
import { datasetError } from './problems.ts';
import { readDataset } from './read-dataset.ts';
import { SCOPES_FILE, scopeLines } from './scope-lines.ts';
import { writeLines } from './write-lines.ts';

export interface Exported {
	/** Names below the folder. */
	readonly files: readonly string[];
	readonly docs: number;
	readonly queries: number;
	readonly sensitiveLeftOut: number;
	/** Files of the dataset that the format can't hold (vectors, triples, provenance of an import). */
	readonly notCarried: readonly string[];
}

/**
 * Writes a dataset in a foreign format into a new folder, which appears whole or not at all.
 *
 * @throws BenchError `usage` where the format can't be written or the folder exists; `data` for a dataset with errors.
 */
export async function exportDataset(
	directory: string,
	format: DatasetFormat,
	target: string,
	sensitive: SensitivePolicy,
): Promise<Exported> {
	if (format.write === undefined)
		throw new BenchError('usage', `${format.name} can only be imported`, {
			hint: `These can be exported: ${FORMATS.filter(({ write }) => write !== undefined)
				.map(({ name }) => name)
				.join(', ')}.`,
		});
	if (existsSync(target))
		throw new BenchError('usage', `${target} exists already`, { hint: 'Give another --out, or remove it.' });
	const read = await readDataset(directory, sensitive);
	const errors = read.problems.filter(({ severity }) => severity === 'error');
	if (errors.length > 0) throw datasetError(directory, errors);
	const sideLines = scopeLines(read.corpus, read.queries);
	const written = format.write({
		corpus: read.corpus,
		queries: read.queries,
		qrels: read.qrels,
		provenance: new Map(read.queryRecords.map(({ query, provenance }) => [query.id, provenance])),
	});
	const files: Readonly<Record<string, Iterable<string>>> =
		sideLines.length === 0 ? written : { ...written, [SCOPES_FILE]: sideLines };
	clearLeftovers(dirname(resolve(target)));
	const temporary = temporaryName(target);
	try {
		for (const [name, lines] of Object.entries(files)) {
			mkdirSync(dirname(join(temporary, name)), { recursive: true });
			writeLines(join(temporary, name), lines);
		}
		syncFoldersBelow(temporary);
		if (!claimFolder(temporary, target))
			throw new BenchError('usage', `${target} exists already`, { hint: 'Give another --out, or remove it.' });
	} catch (error) {
		rmSync(temporary, { recursive: true, force: true });
		throw error;
	}
	const own = new Set(['corpus.jsonl', 'queries.jsonl', 'qrels.jsonl']);
	return {
		files: Object.keys(files),
		docs: read.corpus.length,
		queries: read.queries.length,
		sensitiveLeftOut: read.sensitiveLeftOut,
		notCarried: readdirSync(directory)
			.filter((name) => !own.has(name) && !name.startsWith('.'))
			.sort(),
	};
}
