import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VENV = join(tmpdir(), 'recall-bench-chroma');
const PROGRAM = join(VENV, 'bin', 'chroma');

/**
 * A `chroma` that runs here: the one on the PATH, or one that pip installs once into a folder of the system's temporary
 * ones. undefined where neither is to be had; tests are then skipped, and a line says so.
 */
export function chromaProgram(): string | undefined {
	const found = [process.env.BENCH_TEST_CHROMA ?? '', PROGRAM, 'chroma'].find(
		(program) => program !== '' && runs(program),
	);
	if (found !== undefined) return found;
	const making = `${VENV}.${process.pid}`;
	try {
		execFileSync('python3', ['-m', 'venv', VENV], { stdio: 'ignore', timeout: 60_000 });
		execFileSync(join(VENV, 'bin', 'pip'), ['install', '--quiet', 'chromadb>=1.0'], {
			stdio: 'ignore',
			timeout: 300_000,
		});
		if (runs(PROGRAM)) return PROGRAM;
	} catch {
		// A venv that is not whole is set aside, so that the next run tries anew.
		if (existsSync(VENV)) renameSync(VENV, making);
		rmSync(making, { recursive: true, force: true });
	}
	process.stderr.write('skipped: no chroma on the PATH, and pip could not install chromadb\n');
	return undefined;
}

function runs(program: string): boolean {
	try {
		execFileSync(program, ['--version'], { stdio: 'ignore', timeout: 30_000 });
		return true;
	} catch {
		return false;
	}
}
