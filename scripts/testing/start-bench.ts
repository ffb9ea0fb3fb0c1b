import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../harness/files/package-root.ts';
import type { BenchOutcome } from './run-bench.ts';

/**
 * Starts the built program without standing still until it ends, so that a server of the test can answer it. No key
 * of the person who runs the tests comes in.
 */
export function startBench(
	args: readonly string[],
	folder: string,
	environment: NodeJS.ProcessEnv = {},
): { readonly process: ChildProcess; readonly outcome: Promise<BenchOutcome> } {
	const program = join(packageRoot(), 'dist', 'scripts', 'bench.js');
	const { BENCH_LLM_KEY: _, OPENAI_API_KEY: __, ...inherited } = process.env;
	const child = spawn(process.execPath, [program, ...args], {
		cwd: folder,
		env: { ...inherited, NO_COLOR: '1', ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let stdout = '';
	let stderr = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		stdout += text;
	});
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr += text;
	});
	return {
		process: child,
		outcome: new Promise((resume) => child.on('close', (code) => resume({ stdout, stderr, code }))),
	};
}
