import pRetry from 'p-retry';
import { DeadlineError, withDeadline } from '../../harness/deadline.ts';
import { BenchError } from '../../harness/errors.ts';
import { randomStream } from '../../harness/random.ts';
import { getFromService, postToService, type ServiceAnswer, ServiceFault } from '../../harness/service.ts';
import { retryAfter } from '../embedders/retry-after.ts';
import type { Service } from './service.ts';

/** One question to a service. */
export interface Question {
	/** Below the service's address: `embeddings`. */
	readonly path: string;
	/** Sent as JSON by POST; a GET where there is none. */
	readonly body?: unknown;
	/** The subject in messages: the model. */
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
 * Asks a service and gives its answer, read as JSON. Asked again while the service is busy, silent, loses the
 * connection, or answers with what is no JSON: after the pause that it asks for, else after growing ones with a random part,
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
		throw error instanceof DeadlineError ? unreachable(service, error.message) : error;
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
	const { status, headers, text } = await send(service, question, limit, ended);
	if (status >= 200 && status < 300) {
		const answer = parsed(text);
		if (answer !== undefined) return answer;
		throw new TryAgain(
			new BenchError('network', `${service.base.host} answered with what is no JSON, or only a part of it`, {
				hint: `${service.baseVariable} names the server. What was answered is kept: the same command goes on from there.`,
			}),
		);
	}
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
	throw busy ? new TryAgain(error, retryAfter(headers, Date.now())) : error;
}

async function send(
	service: Service,
	{ path, body }: Question,
	limit: number,
	ended: AbortSignal,
): Promise<ServiceAnswer> {
	const { key, keyHeader } = service;
	const request = { url: new URL(path, service.base), key, keyHeader, limit, ended };
	try {
		if (body === undefined) return await getFromService(request);
		return await postToService({ ...request, body: JSON.stringify(body) });
	} catch (error) {
		if (!(error instanceof ServiceFault)) throw error;
		const inWords = unreachable(service, error.reason);
		throw error.lasting ? inWords : new TryAgain(inWords);
	}
}

function unreachable(service: Service, reason: string): BenchError {
	return new BenchError('network', `${service.base.host} can't be reached (${reason})`, {
		hint: `${service.baseVariable} names the server. What was answered is kept: the same command goes on from there.`,
	});
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
