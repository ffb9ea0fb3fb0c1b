import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = '@modelcontextprotocol/server-memory';

/** The program of server-memory, fetched once by npm into a scratch folder; undefined where it can't be. */
export function fetchServerMemory(): string | undefined {
	const folder = join(tmpdir(), 'bench-tests-server-memory');
	const program = join(folder, 'node_modules', PACKAGE, 'dist', 'index.js');
	if (existsSync(program)) return program;
	mkdirSync(folder, { recursive: true });
	try {
		execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', PACKAGE], {
			stdio: 'ignore',
			timeout: 90_000,
		});
	} catch {
		return undefined;
	}
	return existsSync(program) ? program : undefined;
}
