import type { Doc, Qrels, Query } from '../../../contract.ts';
import type { Settings } from '../../../options.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { type Imported, importDataset } from '../../import.ts';
import { readDataset } from '../../read-dataset.ts';
import { findFormat } from '../index.ts';

export interface ImportedForTest extends Imported {
	readonly docs: readonly Doc[];
	readonly queries: readonly Query[];
	readonly qrels: Qrels;
	/** `file:line reason`, the folder left out. */
	readonly reasons: readonly string[];
	/** Errors and warnings of the dataset that was written. */
	readonly problems: readonly string[];
}

/** For tests: imports these files (paths as in `paths`, or all of them) and reads what was written. */
export async function importForTest(
	formatName: string,
	files: Readonly<Record<string, string | Uint8Array>>,
	{ paths, settings = {} }: { readonly paths?: readonly string[]; readonly settings?: Settings } = {},
): Promise<ImportedForTest> {
	const folder = temporaryFolder(files);
	try {
		const named = (paths ?? Object.keys(files)).map((path) => path.replace(/^(\w+=)?(.*)$/, `$1${folder.path}/$2`));
		const imported = await importDataset({
			format: findFormat(formatName),
			paths: named,
			name: 'imported',
			settings,
			dataDirectory: `${folder.path}/data`,
		});
		const read = await readDataset(imported.directory, 'lexical-only');
		return {
			...imported,
			docs: read.corpus,
			queries: read.queries,
			qrels: read.qrels,
			reasons: imported.rejected.map(({ file, line, reason }) =>
				`${file}:${line} ${reason}`.replaceAll(`${folder.path}/`, ''),
			),
			problems: read.problems.map(({ severity, file, line, message }) => `${severity} ${file}:${line} ${message}`),
		};
	} finally {
		folder.dispose();
	}
}

/** Qrels as plain objects. */
export function plainQrels(qrels: Qrels): Record<string, Record<string, number>> {
	return Object.fromEntries([...qrels].map(([queryId, grades]) => [queryId, Object.fromEntries(grades)]));
}
