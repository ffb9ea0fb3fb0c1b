import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BenchError } from '../../harness/errors.ts';
import { writeFileWhole } from '../../harness/files/write-file.ts';
import type { Database, Parameter, Session } from './database.ts';
import { readableError } from './errors.ts';

const INSTALL = 'npm install @electric-sql/pglite@0.5.14 @electric-sql/pglite-pgvector@0.0.15';
const NAME = 'embedded Postgres';

/**
 * Postgres in this process (PGlite, WebAssembly), all of it in memory: documents are never written to a cache. Making a
 * new data folder takes some seven seconds of CPU, so an empty one is kept in the cache folder and opened in about one.
 *
 * @throws BenchError `environment` where the packages are not installed
 */
export async function openPglite(cacheDirectory: string): Promise<Database> {
	const { PGlite, extensions, version } = await loadPackages();
	const prepared = join(cacheDirectory, 'postgres', `empty-${version}.tar.gz`);
	const database = existsSync(prepared)
		? await PGlite.create({
				loadDataDir: new Blob([readFileSync(prepared)], { type: 'application/x-gzip' }),
				extensions,
			})
		: await PGlite.create({ extensions });
	if (!existsSync(prepared)) {
		const dump = await database.dumpDataDir('gzip');
		writeFileWhole(prepared, Buffer.from(await dump.arrayBuffer()));
	}

	function session(source: Pick<typeof database, 'query'>): Session {
		return {
			async query<Row>(text: string, parameters: readonly Parameter[] = []) {
				const values = parameters.map((value) => (value === null ? null : String(value)));
				return (await source.query<Row>(text, values)).rows;
			},
		};
	}
	async function readable<T>(work: () => Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (error) {
			throw readableError(error, NAME);
		}
	}
	const outside = session(database);
	return {
		kind: 'pglite',
		name: NAME,
		query: <Row>(text: string, parameters?: readonly Parameter[]) =>
			readable(() => outside.query<Row>(text, parameters)),
		transaction: <T>(work: (inside: Session) => Promise<T>, { readOnly = false } = {}) =>
			readable(() =>
				database.transaction(async (inside) => {
					if (readOnly) await inside.query('SET TRANSACTION READ ONLY');
					return work(session(inside));
				}),
			),
		close: () => database.close(),
	};
}

async function loadPackages() {
	try {
		const [{ PGlite }, { vector }] = await Promise.all([
			import('@electric-sql/pglite'),
			import('@electric-sql/pglite-pgvector'),
		]);
		// BM25 is a package of its own; without it everything else works.
		const textSearch = await import('@electric-sql/pglite-pg_textsearch').catch(() => undefined);
		return {
			PGlite,
			extensions: { vector, ...(textSearch === undefined ? {} : { pg_textsearch: textSearch.pg_textsearch }) },
			// A data folder names the libraries it is opened with, and is only good for the version that made it.
			version: `${packageVersion()}${textSearch === undefined ? '' : '-text-search'}`,
		};
	} catch (cause) {
		throw new BenchError('environment', 'the embedded Postgres is not installed', {
			hint: `${INSTALL}, or name a server: --set url=postgres://user@host/database.`,
			cause,
		});
	}
}

function packageVersion(): string {
	const require = createRequire(import.meta.url);
	const entry = require.resolve('@electric-sql/pglite');
	const { version } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')) as {
		version: string;
	};
	return version;
}
