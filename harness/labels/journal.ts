import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { BenchError } from '../errors.ts';
import { canonicalJson } from '../files/json.ts';
import { withPath, writeFileWhole } from '../files/write-file.ts';
import { entryText, type JudgmentEntry, type JudgmentsHeader, readJudgmentsFile } from './judgments-file.ts';

/** A judgments file that is being written. */
export interface Journal {
	readonly path: string;
	/** The entries of the file when it was opened. */
	readonly entries: readonly JudgmentEntry[];
	/** On disk (fsync) when it returns: a judgment that was shown as taken is never lost. */
	append(entry: JudgmentEntry): void;
	close(): void;
}

/**
 * Opens a judge's file to go on where it stopped, or begins one. Half a line at its end, which only a killed writer
 * leaves, is cut off.
 *
 * @throws BenchError `usage` where the file is another judge's, of another pool or rubric.
 */
export function openJournal(path: string, header: JudgmentsHeader): Journal {
	mkdirSync(dirname(path), { recursive: true });
	if (!existsSync(path)) writeFileWhole(path, `${canonicalJson(header as never)}\n`);
	const file = readJudgmentsFile(path);
	requireSame(path, file.header, header);
	truncateSync(path, file.wholeBytes);
	// Appending, so that a second window of the same judge overwrites nothing.
	const descriptor = openSync(path, 'a');
	return {
		path,
		entries: file.entries,
		append(entry) {
			try {
				writeFileSync(descriptor, entryText(entry));
				fsyncSync(descriptor);
			} catch (error) {
				throw withPath(error, path);
			}
		},
		close: () => closeSync(descriptor),
	};
}

function requireSame(path: string, found: JudgmentsHeader, wanted: JudgmentsHeader): void {
	const differing = [
		...(found.judge === wanted.judge && found.by === wanted.by ? [] : [`it holds the judgments of ${found.judge}`]),
		...(found.rubric.sha256 === wanted.rubric.sha256 ? [] : [`it was judged by another rubric (${found.rubric.name})`]),
		...(found.prompt_sha256 === wanted.prompt_sha256 ? [] : ['it was judged with another prompt']),
		...(found.pool_sha256 === wanted.pool_sha256 ? [] : ['it belongs to another pool file']),
	];
	if (differing.length > 0)
		throw new BenchError('usage', `${path} can't be gone on with: ${differing.join('; ')}`, {
			hint: 'Name another file with --out; judgments of different judges, rubrics or pools are merged by `bench merge-judgments`.',
		});
}
