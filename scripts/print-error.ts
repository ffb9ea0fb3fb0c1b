import { styleText } from 'node:util';
import { BenchError } from '../harness/errors.ts';
import { plainLines } from '../harness/report/formats/plain-text.ts';
import type { Io } from './io.ts';
import { strayError } from './stray-error.ts';

/** Prints the fault and its location, then the advice; stack traces only with `--debug`. */
export function printError(error: BenchError, { stderr }: Io, argv: readonly string[]): void {
	const color = stderr.isTTY === true && process.env.NO_COLOR === undefined && !argv.includes('--no-color');
	const head = color ? styleText('red', 'error:', { validateStream: false }) : 'error:';
	stderr.write(`${head} ${plainLines(error.message, '  ')}\n`);
	if (error.hint !== undefined) stderr.write(`  ${plainLines(error.hint, '  ')}\n`);
	if (argv.includes('--debug')) stderr.write(`\n${plainLines(traces(error))}\n`);
}

/** The stack of an error and those of its causes, the first cause last. */
function traces(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const own = error.stack ?? error.message;
	return error.cause === undefined ? own : `${own}\ncaused by ${traces(error.cause)}`;
}

/** Whatever was thrown: in words where it is no bug of ours. */
export function printAny(error: unknown, io: Io, argv: readonly string[]): void {
	const told = error instanceof BenchError ? error : (systemError(error) ?? strayError(error));
	if (told === undefined) printBug(error, io);
	else printError(told, io, argv);
}

/** Anything else that was thrown is a bug of ours: the trace is what its report needs. */
function printBug(error: unknown, { stderr }: Io): void {
	const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
	stderr.write(`${plainLines(trace)}\n\nThis is a bug in bench; please report the lines above.\n`);
}

const SYSTEM: Readonly<Record<string, { readonly says: string; readonly hint: string }>> = {
	EACCES: { says: 'permission denied', hint: 'Choose a folder that you may write, or change its rights.' },
	EPERM: { says: 'not permitted', hint: 'Choose a folder that you may write, or change its rights.' },
	EROFS: { says: 'the file system is read-only', hint: 'Choose another folder (--out, --results-dir, --cache-dir).' },
	ENOSPC: { says: 'the disk is full', hint: 'Make room and run the same command again: what was written is whole.' },
	ENOTDIR: { says: 'a part of the path is a file, not a folder', hint: 'Name another path.' },
	EISDIR: { says: 'it is a folder, not a file', hint: 'Name a file.' },
	EEXIST: { says: 'it exists already, as something else', hint: 'Name another path.' },
	ENOENT: { says: 'there is no such file or folder', hint: 'Check the path.' },
	EMFILE: { says: 'too many files are open', hint: 'Close other programs, or raise the limit (ulimit -n).' },
};

/** An error of the operating system is no bug of ours: that error in words, or undefined for any other error. */
function systemError(error: unknown): BenchError | undefined {
	if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
	const { code, path, dest, syscall } = error as NodeJS.ErrnoException & { readonly dest?: string };
	const known = SYSTEM[code ?? ''];
	const where = dest ?? path ?? syscall ?? 'the system';
	return new BenchError('environment', `${where}: ${known?.says ?? error.message}`, {
		hint: known?.hint ?? 'The operating system refused it.',
		cause: error,
	});
}

/** The end of a command that waits for ever: `calls` are those into modules of the user's. */
export function neverAnswered(calls: readonly string[]): BenchError {
	return calls.length === 0
		? new BenchError('plugin', 'the command never ended: it waits for a promise that nothing will settle')
		: new BenchError('plugin', `${calls.join('; ')} never answered: its promise was left unsettled`, {
				hint: 'Every path through the function has to return, throw, or call resolve or reject.',
			});
}
