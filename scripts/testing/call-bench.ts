import type { Io } from '../io.ts';
import { main } from '../main.ts';
import type { BenchOutcome } from './run-bench.ts';

/**
 * Runs a command line in this process, in `folder` and with `environment` over the process's own. Calls wait for each
 * other, for a process has one working folder. What needs a process of its own (signals, exit codes of the shell, a
 * terminal that answers) is tested with `runBench`. With `terminal` stdout is one of so many columns.
 */
export async function callBench(
	args: readonly string[],
	folder: string,
	environment: NodeJS.ProcessEnv = {},
	terminal?: { readonly columns: number },
): Promise<BenchOutcome> {
	const turn = before.then(() => runNow(args, folder, environment, terminal));
	before = turn.catch(() => undefined);
	return turn;
}

let before: Promise<unknown> = Promise.resolve();

async function runNow(
	args: readonly string[],
	folder: string,
	environment: NodeJS.ProcessEnv,
	terminal?: { readonly columns: number },
): Promise<BenchOutcome> {
	const out: string[] = [];
	const err: string[] = [];
	const io: Io = {
		stdin: process.stdin,
		stdout: { write: (text) => out.push(text), ...(terminal === undefined ? {} : { isTTY: true, ...terminal }) },
		stderr: { write: (text) => err.push(text) },
		exitCode: 0,
	};
	const cwd = process.cwd();
	const saved = { ...process.env };
	process.chdir(folder);
	Object.assign(process.env, { NO_COLOR: '1' }, environment);
	try {
		const code = await main(args, io);
		return { stdout: out.join(''), stderr: err.join(''), code };
	} finally {
		process.chdir(cwd);
		for (const name of Object.keys(process.env)) if (!(name in saved)) delete process.env[name];
		Object.assign(process.env, saved);
	}
}
