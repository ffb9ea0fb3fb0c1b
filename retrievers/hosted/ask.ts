import pRetry from 'p-retry';
import { bodyText, DeadlineError, withDeadline } from '../../harness/deadline.ts';
import { BenchError } from '../../harness/errors.ts';
import { randomStream } from '../../harness/random.ts';
import { retryAfter } from '../embedders/retry-after.ts';
import type { Service } from './service.ts';

/** One question to a service. */
export interface Question {
	/** Below the service's address: `embeddings`. */
	readonly path: string;
	/** Sent as JSON by POST; a GET where there is none. */
	readonly body?: unknown;
	/** What messages say it is for: the model. */
	readonly subject: string;
}

/** Of one question, in milliseconds, until the last byte of the answer. */
export interface AskLimits {
	readonly attempt: number;
	/** With all attempts and the pauses between them. */
	readonly total: number;
}

const LIMITS: AskLimits = { attempt: 120_000, total: 15 * 60_000 };
const RETRIES = 6;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

/** The service understood and will not do it: a text too long, a batch too large, an option it does not know. */
export class Refused extends BenchError {
	constructor(
		readonly status: number,
		message: string,
		hint: string,
	) {
		super('network', message, { hint });
	}
}

/**
 * Asks a service and gives its answer, read as JSON; undefined where it is none. Asked again while the service is
 * busy, silent, or loses the connection: after the pause that it asks for, else after growing ones with a random part,
 * and everybody else who asks it waits too. Messages name server and status, never what was sent: servers like to
 * repeat it.
 * @throws BenchError `network`; {@link Refused} for 400, 413 and 422
 */
export async function ask(service: Service, question: Question, limits: AskLimits = LIMITS): Promise<unknown> {
	// The pauses decide no result; a stream of its own keeps two processes from asking at the same moment.
	const jitter = randomStream(process.pid, `pause/${service.base.host}`);
	try {
		return await withDeadline(limits.total, (ended) =>
			pRetry(
				async () => {
					await service.gate.pass(ended);
					return attempt(service, question, limits.attempt, ended);
				},
				{
					retries: RETRIES,
					// The waiting is done at the gate: its length depends on what the server asks for.
					minTimeout: 0,
					signal: ended,
					onFailedAttempt({ error, attemptNumber, retriesLeft }) {
						if (!(error instanceof TryAgain)) throw error;
						if (retriesLeft === 0) throw error.inWords;
						const pause = error.wait ?? FIRST_PAUSE_MS * 2 ** (attemptNumber - 1) * (0.5 + jitter.next());
						service.gate.hold(Math.min(LONGEST_PAUSE_MS, pause));
					},
				},
			),
		);
	} catch (error) {
		throw error instanceof DeadlineError ? unreachable(service, error.message, error) : error;
	}
}

/** It may go better the next time. */
class TryAgain extends Error {
	constructor(
		/** The error where it was the last attempt. */
		readonly inWords: BenchError,
		readonly wait?: number,
	) {
		super(inWords.message);
	}
}

async function attempt(service: Service, question: Question, limit: number, ended: AbortSignal): Promise<unknown> {
	const [response, text] = await send(service, question, limit, ended);
	if (response.ok) return parsed(text);
	const { status } = response;
	const message = `${service.base.host} answered ${status} for ${question.subject}`;
	if ([400, 413, 422].includes(status))
		throw new Refused(
			status,
			message,
			'The model may be unknown to the server, a text too long for it, or its vectors of another length.',
		);
	const busy = status === 408 || status === 429 || status >= 500;
	const error = new BenchError('network', message, {
		hint:
			status === 401 || status === 403
				? `${service.keyVariable} holds the key that the server wants.`
				: busy
					? 'The server is busy. What was answered is kept: the same command goes on from there.'
					: `The model may be unknown to the server, or ${service.baseVariable} names another kind of server.`,
	});
	throw busy ? new TryAgain(error, retryAfter(response.headers, Date.now())) : error;
}

/** Nobody is there: asking again would only delay the answer. */
const NOBODY = new Set(['ECONNREFUSED', 'ENOTFOUND']);

async function send(
	service: Service,
	{ path, body }: Question,
	limit: number,
	ended: AbortSignal,
): Promise<[Response, string]> {
	const once = async (signal: AbortSignal): Promise<[Response, string]> => {
		const response = await fetch(new URL(path, service.base), {
			method: body === undefined ? 'GET' : 'POST',
			// Texts and the key go to the server that was named, and to no other.
			redirect: 'error',
			headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...service.headers },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			signal,
		});
		return [response, await bodyText(response, signal)];
	};
	try {
		return await withDeadline(limit, once, ended);
	} catch (cause) {
		ended.throwIfAborted();
		const reason = (cause as Error).cause as NodeJS.ErrnoException | undefined;
		const error = unreachable(service, reason?.code ?? reason?.message ?? (cause as Error).message, cause);
		const lost = cause instanceof DeadlineError || (reason?.code !== undefined && !NOBODY.has(reason.code));
		throw lost ? new TryAgain(error) : error;
	}
}

function unreachable(service: Service, reason: string, cause: unknown): BenchError {
	return new BenchError('network', `${service.base.host} can't be reached (${reason})`, {
		hint: `${service.baseVariable} names the server. What was answered is kept: the same command goes on from there.`,
		cause,
	});
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
