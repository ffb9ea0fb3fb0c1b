import type { JsonObject } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';

/** The word that means the Postgres in this process, whatever BENCH_POSTGRES_URL says. */
export const EMBEDDED = 'embedded';

export const ADDRESS_OPTION = {
	url: option.text(
		'',
		'postgres://user@host/database, or embedded; empty: BENCH_POSTGRES_URL, else embedded (PGlite, in this process)',
	),
};

/** Which database is meant: the URL of a server, or undefined for the one in this process. */
export function addressOf(url: string, environment: NodeJS.ProcessEnv = process.env): string | undefined {
	if (url === EMBEDDED) return undefined;
	const meant = url === '' ? (environment.BENCH_POSTGRES_URL ?? '') : url;
	return meant === '' ? undefined : meant;
}

/**
 * Checks the option `url`. Options are written to manifests and results, so a password in it is refused.
 *
 * @throws BenchError `usage`
 */
export function checkAddress(owner: string, url: string): void {
	if (url === '' || url === EMBEDDED) return;
	const parsed = readUrl(url);
	if (parsed === undefined)
		throw new BenchError('usage', `${owner}: url is not an address of a Postgres server`, {
			hint: 'For example postgres://user@localhost:5432/database, or embedded.',
		});
	if (parsed.password !== '' || parsed.searchParams.has('password'))
		throw new BenchError('usage', `${owner}: url holds a password, and options are written to manifests`, {
			hint: 'Give it in PGPASSWORD, or the whole address in BENCH_POSTGRES_URL, which is written nowhere.',
		});
}

/** A URL as messages show it: without its password and without parameters. */
export function shownAddress(url: string): string {
	const parsed = readUrl(url);
	if (parsed === undefined) return 'the Postgres server';
	const user = parsed.username === '' ? '' : `${parsed.username}@`;
	return `postgres://${user}${parsed.host}${parsed.pathname}`;
}

/**
 * The server that rankings come from, for their identity: two servers, or two databases of one, may rank differently. A
 * password is no part of it.
 */
export function serverOf(url: string, environment: NodeJS.ProcessEnv = process.env): JsonObject {
	const address = addressOf(url, environment);
	if (address === undefined) return { server: EMBEDDED };
	const parameters = [...(readUrl(address)?.searchParams ?? [])].filter(([name]) => name !== 'password').sort();
	// What an address leaves out, the client takes from here.
	const variables = ['PGHOST', 'PGPORT', 'PGDATABASE', 'PGUSER'].map((name) => environment[name] ?? '');
	return { server: shownAddress(address), parameters, variables };
}

/** Whether a text is an address of a Postgres server. */
export function isPostgresUrl(text: string): boolean {
	return /^postgres(?:ql)?:\/\//i.test(text);
}

function readUrl(url: string): URL | undefined {
	return isPostgresUrl(url) && URL.canParse(url) ? new URL(url) : undefined;
}
