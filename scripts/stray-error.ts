import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BenchError, reasonOf } from '../harness/errors.ts';
import { packageRoot } from '../harness/files/package-root.ts';

/**
 * An error that began in a file of the user's, such as in a promise that a module never awaited; undefined for any
 * other. Lines are left out: those of TypeScript are not the author's.
 */
export function strayError(error: unknown): BenchError | undefined {
	const stack = error instanceof Error ? (error.stack ?? '') : '';
	const file = stack
		.split('\n')
		.filter((line) => /^\s+at /.test(line))
		.map(fileOf)
		.find((path) => path !== undefined);
	if (file === undefined || isOurs(file)) return undefined;
	return new BenchError('plugin', `${file}: ${reasonOf(error)}`, {
		hint: 'Nothing awaited the promise or the timer that this error came from.',
		cause: error,
	});
}

/** The file that a line of a stack trace names; Node's own have none. */
function fileOf(frame: string): string | undefined {
	// TypeScript that is CommonJS runs from a data: address, with its file behind it.
	const fromData = /\?filePath=(.+?\.[cm]?ts)\b/.exec(frame)?.[1];
	if (fromData !== undefined) return decodeURIComponent(fromData);
	const url = /file:\/\/[^)?]+?\.[cm]?[jt]s\b/.exec(frame)?.[0];
	if (url !== undefined) return fileURLToPath(url);
	return /(?<=[( ])(?:\/|[A-Za-z]:\\)[^)]+?\.[cm]?[jt]s\b/.exec(frame)?.[0];
}

function isOurs(file: string): boolean {
	const root = packageRoot();
	const folders = ['dist', 'harness', 'retrievers', 'scripts'].map((folder) => join(root, folder) + sep);
	return folders.some((folder) => file.startsWith(folder)) || /[/\\]node_modules[/\\]/.test(file);
}
