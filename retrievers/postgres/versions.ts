import type { JsonObject } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import type { Database } from './database.ts';
import { isMissingExtension } from './errors.ts';

export type Extension = 'vector' | 'pg_textsearch';

const LEAST_SERVER = 140_000;
const LEAST: Readonly<Record<Extension, readonly [number, number]>> = { vector: [0, 7], pg_textsearch: [0, 1] };
const HOW: Readonly<Record<Extension, string>> = {
	vector:
		'Install pgvector on the server (package postgresql-<version>-pgvector, or your provider’s switch), then CREATE EXTENSION vector as a role that may.',
	pg_textsearch:
		'Embedded: npm install @electric-sql/pglite-pg_textsearch@0.0.16. On a server: install pg_textsearch, then CREATE EXTENSION pg_textsearch.',
};

/**
 * The versions of the server and of the extensions that are needed, installing those that are available but not yet in
 * this database.
 *
 * @throws BenchError `environment` for a server before 14, and for an extension that is missing or too old
 */
export async function checkVersions(database: Database, extensions: readonly Extension[]): Promise<JsonObject> {
	const [server] = await database.query<{ number: number; version: string }>(
		`SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
	);
	if (server === undefined || server.number < LEAST_SERVER)
		throw new BenchError('environment', `${database.name}: Postgres ${server?.version ?? '?'} is too old`, {
			hint: 'It takes 14 or newer; or --set url=embedded.',
		});
	const found: Record<string, string> = {};
	for (const extension of extensions) found[extension] = await extensionVersion(database, extension);
	return { engine: database.kind, postgres: server.version.split(' ')[0] as string, ...found };
}

async function extensionVersion(database: Database, extension: Extension): Promise<string> {
	const installed = async (): Promise<string | undefined> =>
		(
			await database.query<{ version: string }>(
				'SELECT extversion AS version FROM pg_extension WHERE extname = $1::text',
				[extension],
			)
		)[0]?.version;
	let version = await installed();
	if (version === undefined) {
		try {
			await database.transaction((session) => session.query(`CREATE EXTENSION IF NOT EXISTS ${extension}`));
		} catch (error) {
			if (!isMissingExtension(error) && !(error instanceof BenchError)) throw error;
			throw new BenchError('environment', `${database.name}: the extension ${extension} is not there`, {
				hint: HOW[extension],
				cause: error,
			});
		}
		version = (await installed()) ?? '0';
	}
	if (isOlder(version, LEAST[extension]))
		throw new BenchError('environment', `${database.name}: ${extension} ${version} is too old`, {
			hint: `It takes ${LEAST[extension].join('.')} or newer: ALTER EXTENSION ${extension} UPDATE.`,
		});
	return version;
}

/** Whether a version such as 0.7.4 comes before a major and minor number. */
export function isOlder(version: string, [major, minor]: readonly [number, number]): boolean {
	const [own = 0, next = 0] = version.split('.').map(Number);
	return own < major || (own === major && next < minor);
}
