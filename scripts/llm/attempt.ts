import { postToService, type ServiceAnswer, ServiceFault } from '../../harness/service.ts';
import { retryAfter } from '../../retrievers/embedders/retry-after.ts';
import type { ChatAnswer } from './chat.ts';
import type { Endpoint } from './endpoint.ts';

export interface Counted extends ChatAnswer {
	readonly promptTokens: number;
	readonly completionTokens: number;
}

/** The outcome of one attempt. */
export type Outcome =
	| { readonly kind: 'answered'; readonly answer: Counted }
	/** It may go better the next time. */
	| { readonly kind: 'again'; readonly reason: string; readonly wait?: number }
	/** It will not. `message` is what the endpoint said: it may repeat what was sent, so `shownMessage` shows it. */
	| { readonly kind: 'refused'; readonly status: number; readonly message: string };

/** A request timeout, a conflict, too early, too many requests; and every 5xx. */
const PASSING = new Set([408, 409, 425, 429]);

/**
 * One POST, read to its end, within `timeout` milliseconds altogether.
 */
export async function attempt(
	endpoint: Endpoint,
	body: string,
	timeout: number,
	closing: AbortSignal,
	now: number,
): Promise<Outcome> {
	let answered: ServiceAnswer;
	try {
		const { url, key } = endpoint;
		answered = await postToService({ url, key, body, limit: timeout, ended: closing });
	} catch (error) {
		if (!(error instanceof ServiceFault)) throw error;
		return { kind: 'again', reason: error.reason.startsWith('no answer within') ? 'timeout' : error.reason };
	}
	const { text, headers } = answered;
	const ok = answered.status >= 200 && answered.status < 300;
	const parsed = parseJson(text);
	// Some gateways answer 200 and put the failure of the model behind them into the body.
	const inner = errorOf(parsed);
	const status = ok && typeof inner?.code === 'number' ? inner.code : answered.status;
	if (!ok || inner !== undefined) {
		if (status === 413 || DECLINED.has(String(inner?.code))) return declined(String(inner?.code ?? 'too large'));
		const inWords = ok && typeof inner?.code !== 'number';
		const passing = (inWords || PASSING.has(status) || status >= 500) && inner?.code !== 'insufficient_quota';
		if (!passing) return { kind: 'refused', status, message: inner?.message ?? text };
		const wait = retryAfter(headers, now);
		return { kind: 'again', reason: `HTTP ${status}`, ...(wait === undefined ? {} : { wait }) };
	}
	const answer = answerOf(parsed);
	if (answer === undefined && isDeclined(parsed)) return declined('refused');
	return answer === undefined
		? { kind: 'again', reason: parsed === undefined ? 'broken JSON' : 'no answer in it' }
		: { kind: 'answered', answer };
}

/** Codes of a refusal that is about this prompt and no other. */
const DECLINED = new Set([
	'content_filter',
	'content_policy_violation',
	'context_length_exceeded',
	'string_above_max_length',
]);

function declined(why: string): Outcome {
	return {
		kind: 'answered',
		answer: { content: '', cutShort: false, declined: why, promptTokens: 0, completionTokens: 0 },
	};
}

function isDeclined(body: unknown): boolean {
	const choice = (field(body, 'choices') as readonly unknown[] | undefined)?.[0];
	return (
		field(choice, 'finish_reason') === 'content_filter' ||
		typeof field(field(choice, 'message'), 'refusal') === 'string'
	);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function field(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function errorOf(body: unknown): { readonly code: unknown; readonly message: string | undefined } | undefined {
	const error = field(body, 'error');
	if (error === undefined || error === null) return undefined;
	const message = typeof error === 'string' ? error : field(error, 'message');
	return { code: field(error, 'code'), message: typeof message === 'string' ? message : undefined };
}

function answerOf(body: unknown): Counted | undefined {
	const choice = (field(body, 'choices') as readonly unknown[] | undefined)?.[0];
	const content = textOf(field(field(choice, 'message'), 'content'));
	if (content === undefined || content.trim() === '') return undefined;
	const count = (name: string): number => {
		const tokens = field(field(body, 'usage'), name);
		return typeof tokens === 'number' && Number.isFinite(tokens) ? tokens : 0;
	};
	return {
		content,
		cutShort: field(choice, 'finish_reason') === 'length',
		promptTokens: count('prompt_tokens'),
		completionTokens: count('completion_tokens'),
	};
}

/** A text, or a list of parts of which some are text. */
function textOf(content: unknown): string | undefined {
	if (typeof content === 'string') return content;
	if (!Array.isArray(content)) return undefined;
	return content
		.map((part) => field(part, 'text'))
		.filter((text) => typeof text === 'string')
		.join('');
}
