import type { JsonObject } from '../../harness/contract.ts';
import { bodyText } from '../../harness/deadline.ts';
import { BenchError, reasonOf } from '../../harness/errors.ts';
import { LONGEST_ANSWER } from '../../harness/service.ts';
import { answerWithin } from './answer-within.ts';
import { fillTemplate, inAddress } from './template.ts';

/** A request as an option writes it: `POST:/path`, or an address of its own. */
export interface Target {
	readonly method: string;
	/** A template, relative to the service's address or whole. */
	readonly path: string;
}

/** @throws BenchError `usage` for what is no method and path */
export function readTarget(name: string, text: string): Target {
	const match = /^(?<method>GET|POST|PUT|PATCH|DELETE):(?<path>\/.*)$/.exec(text);
	if (match === null)
		throw new BenchError('usage', `option ${name} takes a method and a path, not "${text}"`, {
			hint: `For example ${name}=POST:/documents.`,
		});
	return match.groups as unknown as Target;
}

/** A path after the service's address, or the address itself. */
export function addressOf(base: URL, path: string, values: JsonObject): string {
	if (path === '') return base.href;
	return `${base.origin}${base.pathname.replace(/\/$/, '')}${fillTemplate(path, values, inAddress)}`;
}

export interface Call {
	readonly method: string;
	readonly address: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | undefined;
	readonly seconds: number;
	readonly signal?: AbortSignal | undefined;
	/** Statuses that are well beside 2xx. */
	readonly also?: readonly number[];
}

/**
 * The answer's JSON: of several JSON lines a list; undefined for an empty body.
 *
 * @throws BenchError `plugin` for a refused connection, a status that is not 2xx, or text that is no JSON
 */
export async function send(call: Call): Promise<unknown> {
	const doing = `${call.method} ${withoutQuery(call.address)}`;
	return answerWithin(call.seconds, doing, call.signal, async (signal) => {
		const response = await fetch(call.address, {
			method: call.method,
			headers: call.headers,
			// A redirect would carry headers to another host.
			redirect: 'manual',
			signal,
			...(call.body === undefined || call.method === 'GET' ? {} : { body: call.body }),
		}).catch((error: unknown) => {
			throw signal.aborted ? signal.reason : new BenchError('plugin', `${doing}: ${reasonOf(error)}`, { cause: error });
		});
		const text = await bodyText(response, signal, LONGEST_ANSWER);
		if (!response.ok && !(call.also ?? []).includes(response.status))
			throw refused(doing, response, shownOf(text, call));
		return readBody(doing, text, call);
	});
}

function refused(doing: string, { status, statusText }: Response, text: string): BenchError {
	const says = text.trim().slice(0, 300);
	const hint =
		status === 401 || status === 403
			? 'Headers come from the environment: --set header.authorization=env:MY_TOKEN.'
			: status >= 300 && status < 400
				? 'Redirects are not followed: name the address it leads to.'
				: undefined;
	return new BenchError(
		'plugin',
		`${doing} answered ${`${status} ${statusText}`.trim()}${says === '' ? '' : `: ${says}`}`,
		{
			...(hint === undefined ? {} : { hint }),
		},
	);
}

function readBody(doing: string, text: string, call: Call): unknown {
	if (text.trim() === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		try {
			return text
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line) as unknown);
		} catch {
			throw new BenchError('plugin', `${doing} answered text that is no JSON: ${shownOf(text, call).slice(0, 120)}`);
		}
	}
}

/** Characters in a row that stand in what was sent and in the answer: then the answer repeats it. */
const REPEATED = 12;

/** As much of an answer as may be shown: nothing where it repeats texts that it was sent. */
function shownOf(text: string, { headers, body = '', address }: Call): string {
	const shown = withoutKeys(text.trim().slice(0, 300), headers);
	const sent = `${body}\n${decoded(address)}`;
	for (let at = 0; at + REPEATED <= shown.length; at++)
		if (sent.includes(shown.slice(at, at + REPEATED))) return '(its words repeat what was sent, and are not shown)';
	return shown;
}

function decoded(address: string): string {
	try {
		return decodeURIComponent(address);
	} catch {
		return address;
	}
}

/** A service may repeat what it was sent; what came from the environment is shown nowhere. */
function withoutKeys(text: string, headers: Call['headers']): string {
	const secrets = Object.entries(headers).flatMap(([name, value]) =>
		name === 'content-type' ? [] : [value, ...value.split(' ').slice(1)],
	);
	return secrets.reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '***')), text);
}

function withoutQuery(address: string): string {
	return address.replace(/\?.*$/, '');
}
