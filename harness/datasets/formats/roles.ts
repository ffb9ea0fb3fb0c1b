import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BenchError } from '../../errors.ts';
import { readLines } from '../read-lines.ts';
import type { Source } from './format.ts';

export type Role = 'docs' | 'queries' | 'qrels';

const roles: readonly Role[] = ['docs', 'queries', 'qrels'];

/**
 * Finds which files are documents, queries and judgments. `role=path` says it; for a path alone its markup, its name and the
 * columns of its first line tell it, in this order. A folder stands for the files in it.
 *
 * @param passedOver told of files in a folder whose role can't be told.
 * @throws BenchError `data` for a file whose role can't be told, and where a role has no file.
 */
export async function filesByRole(
	sources: readonly Source[],
	passedOver: (path: string) => void,
): Promise<Readonly<Record<Role, readonly string[]>>> {
	const byRole: Record<Role, string[]> = { docs: [], queries: [], qrels: [] };
	for (const source of sources)
		for (const path of filesOf(source.path)) {
			const role = roles.find((name) => name === source.role) ?? (await roleOf(path));
			if (role !== undefined) byRole[role].push(path);
			else if (isFolder(source.path)) passedOver(path);
			else
				throw new BenchError('data', `${path}: neither its first line nor its name tells what it is`, {
					hint: 'Write docs=, queries= or qrels= in front of the path.',
				});
		}
	for (const role of roles)
		if (byRole[role].length === 0)
			throw new BenchError('data', `None of the files holds ${role}`, {
				hint: `Name them: docs=<path> queries=<path> qrels=<path>. Found ${roles.map((name) => `${name}: ${byRole[name].length}`).join(', ')}.`,
			});
	return byRole;
}

function isFolder(path: string): boolean {
	return statSync(path).isDirectory();
}

function filesOf(path: string): readonly string[] {
	if (!existsSync(path)) throw new BenchError('data', `${path}: there is no such file or folder`);
	if (!isFolder(path)) return [path];
	return readdirSync(path, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}

async function roleOf(path: string): Promise<Role | undefined> {
	const name = basename(path).toLowerCase();
	const start = await startOf(path);
	if (start.startsWith('<') && /<doc[\s>]/i.test(start)) return 'docs';
	if (start.startsWith('<') && /<top(ic)?[\s>]/i.test(start)) return 'queries';
	if (/qrel|judg/.test(name)) return 'qrels';
	if (/topic|quer/.test(name)) return 'queries';
	if (/doc|corpus|collection|passage/.test(name)) return 'docs';
	return /^\S+\s+(\S+\s+)?\S+\s+-?\d+\s*(\n|$)/.test(start) ? 'qrels' : undefined;
}

/**
 * How a file begins: its first line with anything on it, or of markup the first twenty, since XML may begin with a
 * declaration, comments and the element around all others.
 */
export async function startOf(path: string): Promise<string> {
	let seen = '';
	for await (const { number, text } of readLines(path)) {
		seen = `${seen}${text.trim()}\n`.trimStart();
		if (number >= 20 || (seen !== '' && !seen.startsWith('<'))) break;
	}
	return seen;
}
