import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildResult, Message } from 'esbuild';
import { reasonOf } from '../../harness/errors.ts';

export interface UserCode {
	/** sha-256 (hex) over the module and every file of the user's that it imports. */
	readonly codeHash: string;
	/** Why there may be code that the hash does not cover. */
	readonly unhashedCode?: string;
}

/**
 * Hashes the code of a user's module for identities: the file and all that it imports by path, through any
 * number of files, JSON included. Packages are not covered, nor are files that the code reads for itself. A module
 * that computes what it loads can't be covered either, and says so in `unhashedCode`.
 *
 * The files are the inputs that esbuild would bundle: it finds what tsx loads, for tsx is built on it.
 */
export async function hashUserCode(file: string): Promise<UserCode> {
	const entry = realpathSync(file);
	const folder = dirname(entry);
	try {
		const { inputs, obstacle } = await followImports(entry, folder);
		const unhashed = obstacle === undefined ? {} : { unhashedCode: `${obstacle}, so a change there would go unseen` };
		return { codeHash: hashFiles(folder, inputs), ...unhashed };
	} catch (error) {
		const { errors } = error as { errors?: readonly Message[] };
		const reason = errors?.[0] === undefined ? reasonOf(error) : told(errors[0]);
		return {
			codeHash: createHash('sha256').update(readFileSync(entry)).digest('hex'),
			unhashedCode: `what it imports can't be followed (${reason}), so a change there would go unseen`,
		};
	}
}

interface Followed {
	/** Paths relative to the module's folder, with `/`: the same wherever the folder stands. */
	readonly inputs: readonly string[];
	/** Reasons why an import can't be followed. */
	readonly obstacle: string | undefined;
}

async function followImports(entry: string, folder: string): Promise<Followed> {
	const { build } = await import('esbuild');
	const { metafile, warnings }: BuildResult<{ metafile: true }> = await build({
		entryPoints: [entry],
		absWorkingDir: folder,
		bundle: true,
		write: false,
		metafile: true,
		packages: 'external',
		platform: 'node',
		format: 'esm',
		logLevel: 'silent',
		logOverride: Object.fromEntries(COMPUTED.map((id) => [id, 'warning' as const])),
	});
	const computed = warnings.find(({ id }) => COMPUTED.includes(id));
	const requiring = Object.entries(metafile.inputs).find(([, { imports }]) =>
		imports.some(({ path, external }) => external === true && /^(node:)?module$/.test(path)),
	);
	return {
		inputs: Object.keys(metafile.inputs).sort(),
		obstacle:
			computed !== undefined
				? `${computed.location?.file}:${computed.location?.line} loads what is only known when it runs`
				: requiring !== undefined
					? `${requiring[0]} loads modules by a require of its own`
					: undefined,
	};
}

/** esbuild's names for an import or a require of something that is no plain text. */
const COMPUTED: readonly string[] = ['unsupported-dynamic-import', 'unsupported-require-call', 'indirect-require'];

function hashFiles(folder: string, names: readonly string[]): string {
	const hash = createHash('sha256');
	for (const name of names) {
		const content = readFileSync(join(folder, name));
		hash.update(`${name}\n${content.length}\n`).update(content);
	}
	return hash.digest('hex');
}

function told({ text, location }: Message): string {
	return location === null ? text : `${location.file}:${location.line}: ${text}`;
}
