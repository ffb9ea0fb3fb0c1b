/** The kind of an error. The command line maps all of them to exit code 2. */
export type BenchErrorCode = 'usage' | 'data' | 'config' | 'model' | 'plugin' | 'results' | 'network' | 'environment';

/** The message of a thrown value, which need not be an Error: the user's code may throw anything. */
export function reasonOf(thrown: unknown): string {
	if (thrown instanceof Error) return thrown.message === '' ? thrown.name : thrown.message;
	return typeof thrown === 'object' && thrown !== null ? 'an object that is no error' : String(thrown);
}

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
