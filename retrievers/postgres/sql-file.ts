import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { BenchError } from '../../harness/errors.ts';
import type { Parameter } from './database.ts';

/** The values of a search that a query may read. */
export const PLACEHOLDERS = ['query', 'vector', 'k'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** A person's own query, with `$query`, `$vector` and `$k` made parameters. */
export interface SqlFile {
	readonly path: string;
	readonly text: string;
	/** The value of each parameter, from the first. */
	readonly reads: readonly Placeholder[];
	readonly sha256: string;
}

const TYPED: Readonly<Record<Placeholder, (parameter: string) => string>> = {
	query: (parameter) => `(${parameter}::text)`,
	vector: (parameter) => `((${parameter}::text)::vector)`,
	k: (parameter) => `((${parameter}::text)::int)`,
};

/** Strings, quoted names and comments are left as they are. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(query|vector|k)\b/g;

/** @throws BenchError `usage` where there is no such file, or it reads neither `$query` nor `$vector` */
export function readSqlFile(path: string): SqlFile {
	if (!existsSync(path)) throw new BenchError('usage', `${path}: there is no such file`);
	const written = readFileSync(path, 'utf8');
	const reads: Placeholder[] = [];
	const text = written
		.replace(TOKEN, (token, name: Placeholder | undefined) => {
			if (name === undefined) return token;
			if (!reads.includes(name)) reads.push(name);
			return TYPED[name](`$${reads.indexOf(name) + 1}`);
		})
		.replace(/;\s*$/, '');
	// With a parameter the server takes one statement only: nothing can end the read-only transaction from inside.
	if (!reads.includes('query') && !reads.includes('vector'))
		throw new BenchError('usage', `${path} reads neither $query nor $vector, so it can't answer a query`, {
			hint: 'For example: SELECT id, ts_rank(tsv, q) AS score FROM notes, plainto_tsquery($query) q WHERE tsv @@ q ORDER BY score DESC LIMIT $k',
		});
	return { path, text, reads, sha256: createHash('sha256').update(written).digest('hex') };
}

/** The parameters of one search, in order. */
export function parametersOf(
	{ reads }: SqlFile,
	values: Readonly<Record<Placeholder, Parameter>>,
): readonly Parameter[] {
	return reads.map((name) => values[name]);
}
