import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package-root.ts';

export function toolVersion(): string {
	return (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}

/** The tool, Node and platform that make something, as manifests record them. */
export function madeBy() {
	return {
		tool: { name: 'recall-bench', version: toolVersion(), commit: toolCommit() },
		node: process.version,
		platform: `${process.platform}-${process.arch}`,
	};
}

let known: string | null | undefined;

/** The commit this tool was built from, `+changes` where its work tree differs; null outside a git checkout. */
export function toolCommit(): string | null {
	// Asked once a process: an ablation writes a manifest for every subset.
	if (known === undefined) known = readCommit();
	return known;
}

function readCommit(): string | null {
	const root = packageRoot();
	if (!existsSync(join(root, '.git'))) return null;
	const git = (...args: string[]): string =>
		execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
	try {
		const commit = git('rev-parse', 'HEAD');
		return git('status', '--porcelain', '--untracked-files=no') === '' ? commit : `${commit}+changes`;
	} catch {
		return null;
	}
}
