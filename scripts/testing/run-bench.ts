import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../harness/files/package-root.ts';

export interface BenchOutcome {
	readonly stdout: string;
	readonly stderr: string;
	readonly code: number | null;
}

/** Runs the built program as a person would, in `folder`. */
export function runBench(args: readonly string[], folder: string, environment: NodeJS.ProcessEnv = {}): BenchOutcome {
	const program = join(packageRoot(), 'dist', 'scripts', 'bench.js');
	const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
		cwd: folder,
		encoding: 'utf8',
		env: { ...process.env, NO_COLOR: '1', ...environment },
		maxBuffer: 64 * 1024 * 1024,
	});
	return { stdout, stderr, code: status };
}
