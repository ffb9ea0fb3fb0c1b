import { basename } from 'node:path';
import type { RunFolder } from '../run/folder/run-folder.ts';

/** The name of each run in tables. */
export type RunLabels = ReadonlyMap<RunFolder, string>;

/**
 * Names each run by its system; where several share it, with the folder's name; where that is shared too, with its
 * number in the list.
 */
export function labelRuns(runs: readonly RunFolder[]): RunLabels {
	const names = runs.map(({ manifest }) => manifest.system.name);
	const longer = runs.map((run, i) => (unique(names, i) ? names[i] : `${names[i]} (${basename(run.path)})`));
	return new Map(runs.map((run, i) => [run, unique(longer, i) ? (longer[i] as string) : `${longer[i]} #${i + 1}`]));
}

function unique(names: readonly (string | undefined)[], index: number): boolean {
	return names.every((name, i) => i === index || name !== names[index]);
}
