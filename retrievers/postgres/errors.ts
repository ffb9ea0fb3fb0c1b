import { BenchError, type BenchErrorCode, reasonOf } from '../../harness/errors.ts';
import { own } from '../../harness/names.ts';

interface Meaning {
	readonly code: BenchErrorCode;
	readonly says: string;
	readonly hint: string;
}

/** By SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const MEANINGS: Readonly<Record<string, Meaning>> = {
	'28000': { code: 'environment', says: 'the server does not let this role in', hint: 'Check user and pg_hba.conf.' },
	'28P01': {
		code: 'environment',
		says: 'the server refuses the password',
		hint: 'Give it in PGPASSWORD, or inside BENCH_POSTGRES_URL.',
	},
	'3D000': {
		code: 'environment',
		says: 'there is no such database',
		hint: 'Check the name behind the last / of the URL.',
	},
	'42501': {
		code: 'environment',
		says: 'the role lacks a right',
		hint: 'It needs CREATE on the database (GRANT CREATE ON DATABASE <name> TO <role>), for every corpus gets a schema of its own.',
	},
	'53100': {
		code: 'environment',
		says: "the server's disk is full",
		hint: 'A build is one transaction, so nothing of it is left; `bench postgres list` shows what takes space.',
	},
	'53200': { code: 'environment', says: 'the server is out of memory', hint: 'Give it more, or a smaller corpus.' },
	'53300': {
		code: 'environment',
		says: 'the server has no connection left',
		hint: 'Close others, or raise max_connections.',
	},
	'54000': {
		code: 'data',
		says: 'a document is larger than Postgres can index',
		hint: 'A tsvector holds 1 MB of words.',
	},
	'57014': { code: 'environment', says: 'the statement was cancelled', hint: 'It ran into a statement timeout.' },
	'25006': { code: 'usage', says: 'the statement writes, and only reading is allowed', hint: 'Use a plain SELECT.' },
};

const LOST = new Set([
	'CONNECTION_CLOSED',
	'CONNECTION_DESTROYED',
	'CONNECTION_ENDED',
	'CONNECT_TIMEOUT',
	'ECONNREFUSED',
	'ECONNRESET',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EPIPE',
	'ETIMEDOUT',
	'ENOENT',
	'08000',
	'08001',
	'08003',
	'08004',
	'08006',
	'57P01',
	'57P02',
	'57P03',
]);

/** Whether the connection itself failed, so that the same statement may succeed on a new one. */
export function isLostConnection(error: unknown): boolean {
	return LOST.has(codeOf(error));
}

/** Whether the server does not have an extension at all, or this role may not install it. */
export function isMissingExtension(error: unknown): boolean {
	return ['0A000', '58P01', '42704', '42501', 'XX000'].includes(codeOf(error)) && /extension/i.test(reasonOf(error));
}

/**
 * Turns an error of Postgres or its client into one for people. `where` names the database without its password. The
 * DETAIL of an error is never shown, for it may quote rows.
 */
export function readableError(error: unknown, where: string): BenchError {
	if (error instanceof BenchError) return error;
	const code = codeOf(error);
	if (isLostConnection(error))
		return new BenchError('network', `${where}: no connection (${code})`, {
			hint: 'Is the server running, and is the address right? What was built there before is still whole; run again.',
		});
	const reason = withoutQuery(reasonOf(error));
	const meaning = own(MEANINGS, code);
	if (meaning === undefined)
		return new BenchError('environment', `${where}: ${reason}${code === '' ? '' : ` (SQLSTATE ${code})`}`);
	return new BenchError(meaning.code, `${where}: ${meaning.says} (${reason})`, { hint: meaning.hint });
}

function codeOf(error: unknown): string {
	return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Postgres quotes a tsquery that it can't read. */
function withoutQuery(message: string): string {
	return message.replace(/(in tsquery|in tsvector|input syntax for type \w+): ".*"/s, '$1');
}
