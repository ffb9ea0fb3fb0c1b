import type { OptionValues } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';
import { DENSE_OPTIONS } from '../dense/dense.ts';

/** Where Chroma is, and how it is spoken to. */
const ADDRESS_OPTIONS = {
	url: option.text('', 'a server such as http://host:8000; empty: one of our own on loopback, with a scratch folder'),
	tenant: option.text('default_tenant', 'the tenant on the server'),
	database: option.text('default_database', 'the database on the server'),
	token_env: option.text('CHROMA_TOKEN', 'the environment variable that holds the token, where the server wants one'),
	token_header: option.choice('x-chroma-token', ['x-chroma-token', 'authorization'], 'the header of the token'),
	program: option.text('', 'the program of our own server; empty: chroma, uvx or npx, the first that runs'),
	port: option.integer(0, { min: 0, max: 65_535, help: 'the port of our own server; 0: any free one' }),
	timeout: option.number(60, { above: 0, help: 'seconds until a request has failed' }),
};

/** Those of Chroma's HNSW index, under its own names and with its own defaults. */
const HNSW_OPTIONS = {
	ef_construction: option.integer(100, { min: 1, help: 'hnsw: candidates while building' }),
	ef_search: option.integer(100, { min: 1, help: 'hnsw: candidates of a search' }),
	max_neighbors: option.integer(16, { min: 2, help: 'hnsw: links of a node' }),
};

const { pool: _, ...EMBEDDING_OPTIONS } = DENSE_OPTIONS;

export const CHROMA_OPTIONS = {
	...EMBEDDING_OPTIONS,
	...HNSW_OPTIONS,
	...ADDRESS_OPTIONS,
	batch: option.integer(500, { min: 1, max: 5000, help: 'vectors per upsert' }),
	fallback: option.choice(
		'error',
		['error', 'fts5'],
		"where Chroma can't be reached: an error, or FTS5 answers (counted, and said in table and manifest)",
	),
};

export type ChromaOptions = OptionValues<typeof CHROMA_OPTIONS>;

/** Checks what the specification can't say. Throws `usage`. */
export function checkAddress({ url, program, port }: ChromaOptions): void {
	if (url === '') return;
	const parsed = URL.canParse(url) ? new URL(url) : undefined;
	if (parsed === undefined || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:'))
		throw new BenchError('usage', `chroma: url is no address of a server: "${url}"`, {
			hint: 'For example --set url=http://127.0.0.1:8000',
		});
	if (parsed.username !== '' || parsed.password !== '')
		throw new BenchError('usage', 'chroma: url holds a password, which would stand in the manifest', {
			hint: 'Put the token into an environment variable and name it: --set token_env=CHROMA_TOKEN.',
		});
	if (program !== '' || port !== 0)
		throw new BenchError(
			'usage',
			`chroma: ${program === '' ? 'port' : 'program'} is for our own server, and url names another`,
		);
}
