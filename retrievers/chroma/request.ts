import { bodyText, DeadlineError, withDeadline } from '../../harness/deadline.ts';
import { BenchError, reasonOf } from '../../harness/errors.ts';
import { LONGEST_ANSWER } from '../../harness/service.ts';

/** Where a server listens and what every request carries. */
export interface Address {
	/** Without a slash at the end. */
	readonly base: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly seconds: number;
	/** The known reason why it does not answer: of our own server, how it ended. */
	whyUnreachable?(): string | undefined;
}

export interface Answer {
	readonly status: number;
	/** undefined for an empty body or text that is no JSON. */
	readonly json: unknown;
}

/**
 * One request, whatever its status.
 *
 * @throws BenchError `network` where nothing answers in time
 */
export async function request(address: Address, method: string, path: string, body?: object): Promise<Answer> {
	const doing = `${method} ${address.base}${path}`;
	try {
		return await withDeadline(address.seconds * 1000, async (signal) => {
			const response = await fetch(`${address.base}${path}`, {
				method,
				headers: { 'content-type': 'application/json', ...address.headers },
				// A redirect would carry the token to another host.
				redirect: 'manual',
				signal,
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			});
			return { status: response.status, json: parsed(await bodyText(response, signal, LONGEST_ANSWER)) };
		});
	} catch (error) {
		throw unreachable(address, `${doing}: ${causeOf(error)}`, error);
	}
}

/** The error of a server that does not answer; {@link isUnreachable} knows it again. */
function unreachable(address: Address, doing: string, cause: unknown): BenchError {
	const why = address.whyUnreachable?.();
	return new BenchError('network', `Chroma can't be reached: ${why ?? doing}`, {
		cause,
		hint: 'Start it again and repeat the command: what is in the collection stays. --set fallback=fts5 lets FTS5 answer instead.',
	});
}

/** Whether an error says that there is no server to ask, as against one that refuses. */
export function isUnreachable(error: unknown): boolean {
	return error instanceof BenchError && (error.code === 'network' || error.code === 'environment');
}

/** Node's `fetch failed` says nothing; its cause does. */
function causeOf(error: unknown): string {
	if (error instanceof DeadlineError) return 'no answer in time';
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : reasonOf(cause);
}

function parsed(text: string): unknown {
	try {
		return text.trim() === '' ? undefined : (JSON.parse(text) as unknown);
	} catch {
		return undefined;
	}
}
