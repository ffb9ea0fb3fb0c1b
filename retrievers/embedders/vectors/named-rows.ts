import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbedRole } from '../../../harness/contract.ts';
import { BenchError } from '../../../harness/errors.ts';
import { openRowsFile, type RowsFile } from './rows-file.ts';

/** Vectors with the ids that they belong to. */
export interface NamedRows {
	readonly file: RowsFile;
	/** The row (0-based) of each id, in file order. */
	readonly rowOf: ReadonlyMap<string, number>;
	/** sha-256 of the vectors; of the ids. */
	hashes(): readonly [string, string];
}

const FORMS = ['npy', 'fvecs'] as const;
const NAMES: Readonly<Record<EmbedRole, string>> = { document: 'documents', query: 'queries' };

/** The files of a role that a folder has: its vectors and its ids. @throws BenchError `data` where one is missing */
export function filesOf(folder: string, role: EmbedRole): { readonly vectors: string; readonly ids: string } {
	const name = NAMES[role];
	const found = FORMS.map((form) => join(folder, `${name}.${form}`)).filter((path) => existsSync(path));
	const [vectors] = found;
	if (vectors === undefined || found.length > 1)
		throw new BenchError(
			'data',
			`${folder} has ${found.length === 0 ? 'neither' : 'both'} ${name}.npy ${found.length === 0 ? 'nor' : 'and'} ${name}.fvecs`,
			{
				hint: LAYOUT,
			},
		);
	const ids = join(folder, `${name}.ids`);
	if (!existsSync(ids))
		throw new BenchError('data', `${ids} is missing: nothing says whose vectors ${vectors} holds`, { hint: LAYOUT });
	return { vectors, ids };
}

export const LAYOUT =
	'A folder of vectors has documents.npy (or .fvecs) with documents.ids, and queries.npy (or .fvecs) with queries.ids: an id a line, in the order of the rows.';

/** Opens the vectors of one role. @throws BenchError `data` that names file and line */
export function openNamedRows(folder: string, role: EmbedRole): NamedRows {
	const { vectors, ids } = filesOf(folder, role);
	const text = readFileSync(ids, 'utf8');
	const lines = text.split(/\r?\n/);
	if (lines.at(-1) === '') lines.pop();
	const rowOf = new Map<string, number>();
	for (const [row, id] of lines.entries()) {
		const before = rowOf.get(id);
		if (id === '' || before !== undefined)
			throw new BenchError(
				'data',
				`${ids}:${row + 1}: ${id === '' ? 'an empty line where an id belongs' : `id "${id}" for the second time, first in line ${(before as number) + 1}`}`,
			);
		rowOf.set(id, row);
	}
	const file = openRowsFile(vectors);
	if (file.rows !== rowOf.size) {
		file.close();
		throw new BenchError('data', `${ids} names ${rowOf.size} ids, and ${vectors} holds ${file.rows} vectors`, {
			hint: LAYOUT,
		});
	}
	return { file, rowOf, hashes: () => [file.hash(), createHash('sha256').update(text).digest('hex')] };
}
