// Runs after `npm ci` in a checkout: builds dist/ and makes `npx bench` find it. npx looks for a command in
// node_modules/.bin before anything else, and npm links there the commands of dependencies only, not our own.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

// Installed without development dependencies there is nothing to build with: a published package carries dist/.
if (existsSync(compiler)) {
	rmSync(join(root, 'dist'), { recursive: true, force: true });
	execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
	const program = join(root, 'dist', 'scripts', 'bench.js');
	chmodSync(program, 0o755);
	const bin = join(root, 'node_modules', '.bin');
	mkdirSync(bin, { recursive: true });
	for (const name of ['bench', 'recall-bench']) {
		for (const file of [name, `${name}.cmd`]) rmSync(join(bin, file), { force: true });
		if (process.platform === 'win32')
			writeFileSync(join(bin, `${name}.cmd`), '@node "%~dp0\\..\\..\\dist\\scripts\\bench.js" %*\r\n');
		else symlinkSync(join('..', '..', 'dist', 'scripts', 'bench.js'), join(bin, name));
	}
}

// onnxruntime-node carries the binaries of every platform (288 MB); only those of this machine are ever loaded.
const platforms = join(root, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6');
keepOnly(platforms, process.platform);
keepOnly(join(platforms, process.platform), process.arch);

/** Removes all but one entry of a folder; nothing where that entry is not there. */
function keepOnly(folder, name) {
	if (!existsSync(join(folder, name))) return;
	for (const other of readdirSync(folder))
		if (other !== name) rmSync(join(folder, other), { recursive: true, force: true });
}
