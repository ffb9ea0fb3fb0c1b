import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import { DeadlineError, withDeadline } from '../../harness/deadline.ts';
import { BenchError } from '../../harness/errors.ts';
import { postToService, readKey, type ServiceAnswer, ServiceFault } from '../../harness/service.ts';
import { retryAfter } from './retry-after.ts';

export interface EmbeddingRequest {
	readonly model: string;
	readonly input: readonly string[];
	readonly dimensions: number;
}

/** Of one request, in milliseconds, until the last byte of an answer. */
export interface RequestLimits {
	readonly attempt: number;
	/** With all attempts and the pauses between them. */
	readonly total: number;
}

const LIMITS: RequestLimits = { attempt: 120_000, total: 15 * 60_000 };
const RETRIES = 4;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

/**
 * One request to `<server>/embeddings`; tried again, with growing pauses or the one the server asks for, while the
 * server is busy, silent, or loses the connection. Messages name the server and its status, never a text: servers like
 * to repeat the input.
 */
export async function embeddingRequest(
	server: URL,
	request: EmbeddingRequest,
	limits: RequestLimits = LIMITS,
): Promise<readonly (readonly number[])[]> {
	try {
		return await withDeadline(limits.total, (ended) =>
			pRetry(() => attempt(server, request, limits.attempt, ended), {
				retries: RETRIES,
				// The waiting is done below: its length depends on what the server asks for.
				minTimeout: 0,
				signal: ended,
				async onFailedAttempt({ error, attemptNumber, retriesLeft }) {
					if (!(error instanceof TryAgain)) throw error;
					if (retriesLeft === 0) throw error.inWords;
					const pause = error.wait ?? FIRST_PAUSE_MS * 2 ** (attemptNumber - 1);
					await sleep(Math.min(LONGEST_PAUSE_MS, pause), undefined, { signal: ended });
				},
			}),
		);
	} catch (error) {
		throw error instanceof DeadlineError ? unreachable(server, error.message) : error;
	}
}

async function attempt(server: URL, request: EmbeddingRequest, limit: number, ended: AbortSignal) {
	const { status, headers, text } = await send(server, request, limit, ended);
	if (status >= 200 && status < 300) {
		const answer = parse(text);
		if (answer === undefined)
			throw new TryAgain(
				new BenchError('network', `${server.host} answered with what is no JSON, or only a part of it`, {
					hint: 'OPENAI_BASE_URL names the server. What was embedded is kept: the same command goes on from there.',
				}),
			);
		return vectorsOf(answer, server, request);
	}
	const busy = status === 429 || status >= 500;
	const error = new BenchError('network', `${server.host} answered ${status} for ${request.model}`, {
		hint:
			status === 401 || status === 403
				? 'OPENAI_API_KEY holds the key that the server wants.'
				: busy
					? 'The server is busy. What was embedded is kept: the same command goes on from there.'
					: 'The model may be unknown to the server, a text too long for it, or its vectors of another length.',
	});
	throw busy ? new TryAgain(error, retryAfter(headers, Date.now())) : error;
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

async function send(
	server: URL,
	{ model, input, dimensions }: EmbeddingRequest,
	limit: number,
	ended: AbortSignal,
): Promise<ServiceAnswer> {
	const key = readKey(['OPENAI_API_KEY']);
	const body = JSON.stringify({ model, input, dimensions, encoding_format: 'float' });
	try {
		return await postToService({ url: new URL('embeddings', server), key, body, limit, ended });
	} catch (error) {
		if (!(error instanceof ServiceFault)) throw error;
		const inWords = unreachable(server, error.reason);
		throw error.lasting ? inWords : new TryAgain(inWords);
	}
}

function unreachable(server: URL, reason: string): BenchError {
	return new BenchError('network', `${server.host} can't be reached (${reason})`, {
		hint: 'OPENAI_BASE_URL names the server. What was embedded is kept: the same command goes on from there.',
	});
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function vectorsOf(answer: unknown, server: URL, request: EmbeddingRequest): readonly (readonly number[])[] {
	const data = (answer as { data?: unknown } | undefined)?.data;
	const vectors: (readonly number[] | undefined)[] = new Array(request.input.length).fill(undefined);
	// The order of `data` is not promised; `index` is.
	for (const [position, entry] of Array.isArray(data) ? data.entries() : []) {
		const { index = position, embedding } = (entry ?? {}) as { index?: unknown; embedding?: unknown };
		if (typeof index !== 'number' || !(index in vectors)) continue;
		if (Array.isArray(embedding) && embedding.length === request.dimensions && embedding.every(Number.isFinite))
			vectors[index] = embedding as number[];
	}
	if (vectors.length === request.input.length && vectors.every((vector) => vector !== undefined)) return vectors;
	throw new BenchError(
		'network',
		`${server.host} did not answer with one vector of ${request.dimensions} numbers for each text`,
		{ hint: "The length of the model's vectors is set by ?dimensions=." },
	);
}
