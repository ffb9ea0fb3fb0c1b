import type { Dataset, JsonObject } from '../contract.ts';
import { canonicalJson } from '../files/json.ts';
import { fileHashes } from '../files/sha256.ts';
import { madeBy } from '../files/tool-identity.ts';
import { writeFolderWhole, writeNewFolder } from '../run/folder/write.ts';

/** The report for people, and its rows for programs. */
export interface ReportTexts {
	readonly markdown: string;
	readonly data: JsonObject;
}

/**
 * Writes `report.md`, `rows.json` and the manifest, whole or not at all. Only ids and numbers are written; all but the
 * manifest's time is the same when the test is repeated.
 *
 * @returns the folder: `path`, or where a `fresh` one is wished and the name is taken, that with a number
 */
export function writeReport(
	{ path, fresh }: { readonly path: string; readonly fresh: boolean },
	{ markdown, data }: ReportTexts,
	described: JsonObject,
): string {
	const files = { 'report.md': markdown, 'rows.json': `${canonicalJson(data, 2)}\n` };
	const manifest = { ...described, files: fileHashes(files) };
	const write = fresh ? writeNewFolder : writeFolderWhole;
	return write(path, { 'manifest.json': `${JSON.stringify(manifest, null, 2)}\n`, ...files });
}

/** The head of a report's manifest: its format, when and by what it was made, and the dataset. */
export function describeReport(format: string, created: string, dataset: Dataset): JsonObject {
	return {
		format,
		created,
		...madeBy(),
		dataset: {
			name: dataset.name,
			fingerprint: dataset.fingerprint,
			docs: dataset.corpus.length,
			queries: dataset.queries.length,
			sensitive: dataset.sensitivePolicy,
			sensitive_left_out: dataset.sensitiveLeftOut,
		},
	};
}
