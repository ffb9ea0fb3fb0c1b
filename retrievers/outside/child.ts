import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { BenchError } from '../../harness/errors.ts';
import { atExit } from './at-exit.ts';

export interface Child {
	/** Sends one line. What a process that has ended is sent is lost, and its end is told by `onEnd`. */
	write(line: string): void;
	/** The last lines of its stderr, for errors. */
	lastWords(): readonly string[];
	/** Ends it: no more input, then SIGTERM after two seconds, SIGKILL a second later. */
	stop(): void;
	/** Ends it and its children at once. */
	kill(): void;
}

interface ChildEvents {
	onLine(line: string): void;
	/** Once, when it has ended or could not be started. */
	onEnd(error: BenchError): void;
	onStderr(line: string): void;
}

const GRACE_MS = 2000;
const LAST_LINES = 8;

/**
 * A process that is spoken to by lines. It leads a process group of its own, so that what it starts (npx, uvx) ends
 * with it, and it ends when this process does.
 */
export function startChild(words: readonly string[], label: string, events: ChildEvents): Child {
	const [program = '', ...args] = words;
	const grouped = process.platform !== 'win32';
	const child: ChildProcessWithoutNullStreams = spawn(program, args, {
		stdio: 'pipe',
		detached: grouped,
		shell: !grouped,
		windowsHide: true,
	});
	const tail: string[] = [];
	let ended = false;
	const signal = (name: NodeJS.Signals): void => {
		if (child.pid === undefined || ended) return;
		try {
			if (grouped) process.kill(-child.pid, name);
			else child.kill(name);
		} catch {
			// It has ended in the meantime.
		}
	};
	const stayed = atExit(() => signal('SIGKILL'));
	let timers: NodeJS.Timeout[] = [];
	const end = (error: BenchError): void => {
		if (ended) return;
		ended = true;
		stayed();
		for (const timer of timers) clearTimeout(timer);
		events.onEnd(error);
	};
	createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', events.onLine);
	createInterface({ input: child.stderr }).on('line', (line) => {
		tail.push(line);
		if (tail.length > LAST_LINES) tail.shift();
		events.onStderr(line);
	});
	// A closed pipe is told by the end of the process.
	child.stdin.on('error', () => undefined);
	child.on('error', (error: NodeJS.ErrnoException) => end(notStarted(program, label, error)));
	child.on('close', (code, name) =>
		end(new BenchError('plugin', `${label} ended ${code === null ? `by ${name}` : `with exit code ${code}`}`)),
	);
	return {
		write: (line) => {
			if (!ended && child.stdin.writable) child.stdin.write(`${line}\n`);
		},
		lastWords: () => [...tail],
		stop: () => {
			if (ended || timers.length > 0) return;
			child.stdin.end();
			timers = [setTimeout(() => signal('SIGTERM'), GRACE_MS), setTimeout(() => signal('SIGKILL'), GRACE_MS + 1000)];
		},
		kill: () => signal('SIGKILL'),
	};
}

function notStarted(program: string, label: string, error: NodeJS.ErrnoException): BenchError {
	return new BenchError(
		'environment',
		error.code === 'ENOENT' ? `there is no program ${program}` : `${label} can't be started: ${error.message}`,
		{ hint: 'Check its name and the PATH; no shell reads the command.', cause: error },
	);
}
