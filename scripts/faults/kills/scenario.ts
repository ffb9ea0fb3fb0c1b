import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTemporaryName } from '../../../harness/files/temporary-name.ts';
import type { RandomStream } from '../../../harness/random.ts';
import type { BenchOutcome } from '../../testing/run-bench.ts';

/** A command that is killed at its work, and what has to hold then. */
export interface KillScenario {
	readonly name: string;
	open(): Promise<KillWork>;
}

export interface KillWork {
	/** A folder in which nothing was done yet. */
	fresh(): string;
	/** Starts the command in a folder. `killAt` is told the moment to kill it; none: it works to its end. */
	start(
		folder: string,
		kill?: RandomStream,
	): { readonly process: ChildProcess; readonly outcome: Promise<BenchOutcome> };
	/** What stands there when all is done, times and identities of processes apart. */
	result(folder: string): string;
	/** What does not hold right after a kill, in words. */
	afterKill?(folder: string): string | undefined;
	/** What does not hold when the command was repeated to its end after so many kills. */
	atEnd?(folder: string, kills: number): string | undefined;
	close(): void | Promise<void>;
}

/** A copy of a folder, to be worked in. */
export function copyOf(template: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'bench-fault-'));
	cpSync(template, folder, { recursive: true });
	return folder;
}

/** Names below a folder that only a process that is writing may have. */
export function leftovers(folder: string): readonly string[] {
	return filesBelow(folder).filter((path) => path.split('/').some(isTemporaryName));
}

/** Paths of all files below a folder, relative to it, in order. */
export function filesBelow(folder: string, below = ''): readonly string[] {
	return readdirSync(join(folder, below))
		.sort()
		.flatMap((name) => {
			const path = below === '' ? name : `${below}/${name}`;
			return statSync(join(folder, path)).isDirectory() ? filesBelow(folder, path) : [path];
		});
}

/** The content of all files below a folder, as one text. */
export function contentBelow(folder: string, but: (path: string) => boolean = () => false): string {
	return filesBelow(folder)
		.filter((path) => !but(path) && !path.split('/').some(isTemporaryName))
		.map((path) => `${path}\n${readFileSync(join(folder, path), 'utf8')}`)
		.join('\n');
}

/** Kills a process at a random share of the time that the command usually takes, after its start-up. */
export function killByTime(child: ChildProcess, usual: number, stream: RandomStream): void {
	const timer = setTimeout(() => child.kill('SIGKILL'), usual * (0.4 + 0.65 * stream.next()));
	child.on('close', () => clearTimeout(timer));
}
