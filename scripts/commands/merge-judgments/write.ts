import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Dataset } from '../../../harness/contract.ts';
import { BenchError } from '../../../harness/errors.ts';
import { claimFolder } from '../../../harness/files/replace-folder.ts';
import { syncFile, syncFoldersBelow } from '../../../harness/files/sync-folder.ts';
import { clearLeftovers, temporaryName } from '../../../harness/files/temporary-name.ts';
import { writeFileWhole } from '../../../harness/files/write-file.ts';

export interface Written {
	readonly path: string;
	/** Where the file that stood there is now. */
	readonly kept: string | undefined;
}

/** @throws BenchError `usage` where the file exists and may not be replaced */
export function writeQrels(text: string, out: string, replace: boolean): Written {
	if (!existsSync(out)) {
		writeFileWhole(out, text);
		return { path: out, kept: undefined };
	}
	if (!replace)
		throw new BenchError('usage', `${out} exists`, {
			hint: '--replace keeps it under another name and writes the new one; or name another file.',
		});
	let n = 1;
	while (existsSync(`${out}.${n}.bak`)) n++;
	const kept = `${out}.${n}.bak`;
	copyFileSync(out, kept);
	syncFile(kept);
	writeFileWhole(out, text);
	return { path: out, kept };
}

/** A copy of the dataset with the new qrels. Queries lose their own relevant_ids: they would contradict the qrels. */
export function writeDataset(text: string, { directory }: Dataset, target: string): Written {
	if (existsSync(target) && readdirSync(target).length > 0)
		throw new BenchError('usage', `${target} exists and is not empty`, { hint: 'Name a new folder.' });
	clearLeftovers(dirname(resolve(target)));
	const folder = temporaryName(target);
	try {
		writeFileWhole(join(folder, 'qrels.jsonl'), text);
		writeFileWhole(
			join(folder, 'queries.jsonl'),
			withoutRelevantIds(readFileSync(join(directory, 'queries.jsonl'), 'utf8')),
		);
		for (const name of ['corpus.jsonl', 'triples.jsonl'])
			if (existsSync(join(directory, name))) copyWhole(join(directory, name), join(folder, name));
		rmSync(target, { recursive: true, force: true });
		syncFoldersBelow(folder);
		if (!claimFolder(folder, target))
			throw new BenchError('usage', `${target} exists and is not empty`, { hint: 'Name a new folder.' });
	} catch (error) {
		rmSync(folder, { recursive: true, force: true });
		throw error;
	}
	return { path: target, kept: undefined };
}

function copyWhole(from: string, to: string): void {
	copyFileSync(from, to);
	syncFile(to);
}

function withoutRelevantIds(text: string): string {
	return text
		.replace(/^\ufeff/, '')
		.split('\n')
		.filter((line) => line.trim() !== '')
		.map((line) => {
			const { relevant_ids: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
			return `${JSON.stringify(rest)}\n`;
		})
		.join('');
}
