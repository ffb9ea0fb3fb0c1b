import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BenchError } from '../../harness/errors.ts';

/** A way to start a server: the words before `run`, and why it can't be taken, where that is known. */
export interface Program {
	readonly words: readonly string[];
	readonly unfit?: string;
}

/** The C library that the npm package's server needs (its binary is built on a newer system than Debian 12). */
const NPM_NEEDS_GLIBC = '2.38';

/**
 * Programs that could run a server here, in the order in which it is tried: `chroma` on the PATH, `uvx` (PyPI), `npx` (npm).
 *
 * @param glibc version of the C library, undefined where it is another one or none
 * @throws BenchError `environment` where there is nothing, with what to install
 */
export function programsHere(
	wanted: string,
	env: NodeJS.ProcessEnv = process.env,
	glibc: string | undefined = glibcHere(),
): readonly Program[] {
	if (wanted !== '') return [{ words: [wanted] }];
	const found = [
		...(onPath('chroma', env) ? [{ words: ['chroma'] }] : []),
		...(onPath('uvx', env) ? [{ words: ['uvx', '--from', 'chromadb', 'chroma'] }] : []),
		...(onPath('npx', env) ? [npmProgram(glibc)] : []),
	];
	if (found.some(({ unfit }) => unfit === undefined)) return found.filter(({ unfit }) => unfit === undefined);
	throw noProgram(found.flatMap(({ unfit }) => (unfit === undefined ? [] : [unfit])));
}

/** The error where no server can be started; `reasons` say what was tried. */
export function noProgram(reasons: readonly string[]): BenchError {
	return new BenchError(
		'environment',
		`Chroma can't be started here: ${reasons.length === 0 ? 'there is no chroma, uvx or npx' : reasons.join('; ')}`,
		{
			hint: 'pip install chromadb (its program on the PATH, or --set program=), install uv, or name a server: --set url=.',
		},
	);
}

function glibcHere(): string | undefined {
	return (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime;
}

function npmProgram(glibc: string | undefined): Program {
	const words = ['npx', '--yes', 'chromadb'];
	if (process.platform !== 'linux') return { words };
	if (glibc !== undefined && !isOlder(glibc, NPM_NEEDS_GLIBC)) return { words };
	return {
		words,
		unfit: `npm's chromadb needs glibc ${NPM_NEEDS_GLIBC}, and here is ${glibc ?? 'another C library'}`,
	};
}

function isOlder(version: string, least: string): boolean {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
	return major < leastMajor || (major === leastMajor && minor < leastMinor);
}

function onPath(name: string, env: NodeJS.ProcessEnv): boolean {
	const suffixes = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
	return (env.PATH ?? '').split(delimiter).some((folder) =>
		suffixes.some((suffix) => {
			try {
				accessSync(join(folder, `${name}${suffix}`), constants.X_OK);
				return true;
			} catch {
				return false;
			}
		}),
	);
}
