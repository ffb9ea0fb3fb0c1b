import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder with these files for a test; `dispose()` removes it. */
export function temporaryFolder(files: Readonly<Record<string, string | Uint8Array>>): {
	readonly path: string;
	dispose(): void;
} {
	const path = mkdtempSync(join(tmpdir(), 'recall-bench-'));
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(join(path, name, '..'), { recursive: true });
		writeFileSync(join(path, name), content);
	}
	return { path, dispose: () => rmSync(path, { recursive: true, force: true }) };
}

export function jsonl(...values: readonly unknown[]): string {
	return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
