import { execFileSync } from 'node:child_process';

/** The command line is tested by running it, and what runs is dist/: build it once before any test. */
export default function setup(): void {
	execFileSync('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
}
