import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../harness/files/package-root.ts';

const read = (name: string): string => readFileSync(join(packageRoot(), name), 'utf8');

it('npm ci does not run the install script of onnxruntime-node, which fetches GPU libraries that nothing uses', () => {
	const { packages } = JSON.parse(read('package-lock.json')) as {
		packages: Record<string, { hasInstallScript?: boolean }>;
	};
	const runtime = packages['node_modules/onnxruntime-node'];
	// Every npm runs the scripts that the lockfile names. npm 11 can be told otherwise (allowScripts), older ones can't;
	// where `npm install` has written the line again, take it out.
	expect(runtime).toBeDefined();
	expect(runtime?.hasInstallScript).toBeUndefined();
});

it('.npmrc has only what npm knows, so that no command begins with a warning', () => {
	expect(read('.npmrc').trim()).toBe('omit-lockfile-registry-resolved=true');
});

it('the package has both commands, its types, the sample, and no file for builds', () => {
	const { bin, files, exports } = JSON.parse(read('package.json')) as {
		bin: Record<string, string>;
		files: readonly string[];
		exports: Record<string, unknown>;
	};
	expect(bin).toEqual({ bench: 'dist/scripts/bench.js', 'recall-bench': 'dist/scripts/bench.js' });
	expect(files).toEqual(expect.arrayContaining(['dist', 'data/sample', '!dist/.tsbuildinfo']));
	expect(Object.keys(exports)).toContain('./conformance');
});
