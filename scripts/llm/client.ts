import pRetry from 'p-retry';
import { BenchError } from '../../harness/errors.ts';
import { randomStream } from '../../harness/random.ts';
import { attempt, type Counted, type Outcome } from './attempt.ts';
import { backOff } from './back-off.ts';
import type { ChatClient, ChatRequest, Usage } from './chat.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Endpoint, KEY_VARIABLES } from './endpoint.ts';
import { createPace, type Limits } from './pace.ts';
import { requestBody } from './request-body.ts';
import { shownMessage } from './shown-message.ts';

export interface ClientSettings extends Limits {
	/** Milliseconds for one attempt, until the last byte of its answer. */
	readonly timeout: number;
	/** Attempts after the first. */
	readonly retries: number;
	/** Milliseconds of the first back-off. */
	readonly firstWait: number;
	/** Of the jitter. */
	readonly seed: number;
}

export const CLIENT_DEFAULTS: ClientSettings = {
	concurrency: 4,
	perMinute: 0,
	timeout: 120_000,
	retries: 6,
	firstWait: 1000,
	seed: 42,
};

/** A server that asks for a longer pause than this is not waited for, in milliseconds: a day's quota is spent. */
const LONGEST_PAUSE = 10 * 60_000;

/**
 * A client of an OpenAI-compatible chat endpoint. Tried again, with back-off and jitter or as `Retry-After` asks:
 * 408, 409, 425, 429, 5xx, timeouts, lost connections, and answers that are no JSON or hold no text. Every other
 * refusal ends the work.
 */
export function openChat(endpoint: Endpoint, settings: ClientSettings, clock: Clock = systemClock): ChatClient {
	const closing = new AbortController();
	const pace = createPace(settings, clock, closing.signal);
	const jitter = randomStream(settings.seed, 'llm/back-off');
	const body = requestBody(endpoint.model);
	const retries: Record<string, number> = Object.create(null);
	const spent = { calls: 0, attempts: 0, promptTokens: 0, completionTokens: 0 };

	async function ask(request: ChatRequest): Promise<Counted> {
		return pRetry(() => askOnce(request), {
			retries: settings.retries,
			// The waiting is done below: its length depends on what the server asks for.
			minTimeout: 0,
			signal: closing.signal,
			async onFailedAttempt({ error, attemptNumber, retriesLeft }) {
				if (!(error instanceof TryAgain)) throw error;
				if (retriesLeft === 0) throw gaveUp(endpoint, attemptNumber, error.message);
				count(error.message);
				await beforeNext(attemptNumber, error);
			},
		});
	}

	async function askOnce(request: ChatRequest): Promise<Counted> {
		await pace.turn();
		closing.signal.throwIfAborted();
		spent.attempts++;
		const text = body.write(request);
		const outcome = await attempt(endpoint, text, settings.timeout, closing.signal, clock.now());
		if (outcome.kind === 'answered') return outcome.answer;
		if (outcome.kind === 'again') throw new TryAgain(outcome.reason, outcome.wait);
		if (![400, 422].includes(outcome.status)) throw refused(endpoint, outcome, request);
		// Another call may have learnt it while this one was under way: then the body is a new one already.
		if (!body.learn(outcome.message) && body.write(request) === text) throw refused(endpoint, outcome, request);
		// Without the parameter that was refused; that is no retry, and there are few parameters to leave out.
		count('a parameter it does not take');
		return askOnce(request);
	}

	function count(reason: string): void {
		retries[reason] = (retries[reason] ?? 0) + 1;
	}

	async function beforeNext(made: number, { message: reason, wait }: TryAgain): Promise<void> {
		if (wait === undefined) return clock.sleep(backOff(made, settings.firstWait, jitter), closing.signal);
		if (wait > LONGEST_PAUSE)
			throw new BenchError(
				'network',
				`${endpoint.host} asks to wait ${Math.round(wait / 60_000)} minutes (${reason})`,
				{
					hint: 'What was answered is kept: the same command goes on from there.',
				},
			);
		pace.pause(wait);
	}

	return {
		model: endpoint.model,
		async ask(request) {
			// The last door: whatever a caller forgot, no text of a sensitive document passes it.
			const kept = request.docs.find((doc) => doc.sensitive);
			if (kept !== undefined) throw new Error(`document ${kept.id} is sensitive and must not be sent`);
			const { promptTokens, completionTokens, ...answer } = await pace.run(() => ask(request));
			spent.calls++;
			spent.promptTokens += promptTokens;
			spent.completionTokens += completionTokens;
			return answer;
		},
		usage: (): Usage => ({ ...spent, retries: { ...retries } }),
		close: () => closing.abort(new BenchError('network', 'The work with the endpoint was ended')),
	};
}

/** It may go better the next time. */
class TryAgain extends Error {
	constructor(
		reason: string,
		readonly wait: number | undefined,
	) {
		super(reason);
	}
}

function refused(endpoint: Endpoint, outcome: Outcome & { kind: 'refused' }, request: ChatRequest): BenchError {
	const { status } = outcome;
	const message = shownMessage(outcome.message, request, endpoint.key);
	return new BenchError('network', `${endpoint.host} refused the request (HTTP ${status}): ${message}`, {
		hint: HINTS[status] ?? 'What was answered is kept: the same command goes on from there.',
	});
}

const HINTS: Readonly<Record<number, string>> = {
	401: `The API key is read from ${KEY_VARIABLES.join(' or ')}.`,
	403: `The API key is read from ${KEY_VARIABLES.join(' or ')}.`,
	404: 'Is --llm-url the base address (often ending in /v1), and does the endpoint have this --llm-model?',
};

function gaveUp(endpoint: Endpoint, attempts: number, reason: string): BenchError {
	return new BenchError('network', `${endpoint.host} gave no answer in ${attempts} attempts; the last: ${reason}`, {
		hint: 'What was answered is kept: the same command goes on from there.',
	});
}
