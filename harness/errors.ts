/** The kind of an error. The command line maps all of them to exit code 2. */
export type BenchErrorCode = 'usage' | 'data' | 'config' | 'model' | 'plugin' | 'results' | 'network' | 'environment';

/** The message of a thrown value, which need not be an Error: the user's code may throw anything. */
export function reasonOf(thrown: unknown): string {
	if (thrown instanceof Error) return networkReason(thrown) ?? (thrown.message === '' ? thrown.name : thrown.message);
	return typeof thrown === 'object' && thrown !== null ? 'an object that is no error' : String(thrown);
}

/** Node's `fetch failed` says nothing: its cause names the address and what happened there. */
function networkReason({ message, cause }: Error): string | undefined {
	if (message !== 'fetch failed' || !(cause instanceof Error)) return undefined;
	const first: unknown = cause instanceof AggregateError ? (cause.errors as readonly unknown[])[0] : cause;
	const { code, address, port, hostname } = first as { [key: string]: string | number | undefined };
	const host = address ?? hostname;
	const where = host === undefined ? '' : ` ${host}${port === undefined ? '' : `:${port}`}`;
	return code === undefined ? cause.message : `${NETWORK[String(code)] ?? String(code)}${where}`;
}

const NETWORK: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing listens at',
	ECONNRESET: 'the connection was closed by',
	ENOTFOUND: 'there is no host',
	EAI_AGAIN: 'the name could not be looked up of',
	ETIMEDOUT: 'no connection in time to',
	UND_ERR_SOCKET: 'the connection broke',
};

/**
 * An error for people: `message` says what is wrong and where (file:line), `hint` what to do about it. Anything else
 * that is thrown is a bug of ours and may show a stack trace.
 */
export class BenchError extends Error {
	readonly code: BenchErrorCode;
	readonly hint: string | undefined;

	constructor(code: BenchErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.name = 'BenchError';
		this.code = code;
		this.hint = options.hint;
	}
}
