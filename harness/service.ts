import { AnswerTooLong, bodyText, DeadlineError, withDeadline } from './deadline.ts';
import { BenchError } from './errors.ts';

/** The longest answer that is read, in bytes after unpacking: a hundred times what any honest one has. */
export const LONGEST_ANSWER = 64 * 1024 ** 2;

/** One request to a service that the user named. */
export interface ServiceGet {
	readonly url: string | URL;
	/** Goes into one header and nowhere else; checked by {@link readKey}. */
	readonly key: string | undefined;
	/** The header that carries the key: `authorization` (as a bearer token) unless it says otherwise. */
	readonly keyHeader?: KeyHeader;
	/** Milliseconds, until the last byte of the answer. */
	readonly limit: number;
	/** Ends it too. */
	readonly ended: AbortSignal;
}

/** One POST of JSON. */
export interface ServicePost extends ServiceGet {
	readonly body: string;
}

export type KeyHeader = 'authorization' | 'x-goog-api-key';

export interface ServiceAnswer {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
}

/** Why there is no answer, in words that hold nothing of what was sent, nor of the address, nor of the key. */
export class ServiceFault extends Error {
	override readonly name = 'ServiceFault';

	constructor(
		readonly reason: string,
		/** Nobody is there, or the answer is not to be had: asking again would give the same. */
		readonly lasting: boolean,
	) {
		super(reason);
	}
}

/**
 * The one place that sends texts of a dataset, or a key, over a network. Redirects are not followed: the user named one
 * host, and no other is sent documents.
 *
 * @throws ServiceFault; or the reason of `ended`, once that has fired
 */
export function postToService({ body, ...request }: ServicePost): Promise<ServiceAnswer> {
	return exchange(request, { method: 'POST', body }, { 'content-type': 'application/json' });
}

/**
 * Reads a service's description of itself, by the same rules as {@link postToService}.
 *
 * @throws ServiceFault; or the reason of `ended`, once that has fired
 */
export function getFromService(request: ServiceGet): Promise<ServiceAnswer> {
	return exchange(request, { method: 'GET' }, {});
}

async function exchange(
	{ url, key, keyHeader = 'authorization', limit, ended }: ServiceGet,
	what: { readonly method: string; readonly body?: string },
	headersOfBody: Readonly<Record<string, string>>,
): Promise<ServiceAnswer> {
	const once = async (signal: AbortSignal): Promise<ServiceAnswer> => {
		const response = await fetch(url, {
			...what,
			headers: {
				...headersOfBody,
				accept: 'application/json',
				...(key === undefined ? {} : { [keyHeader]: keyHeader === 'authorization' ? `Bearer ${key}` : key }),
			},
			redirect: 'manual',
			signal,
		});
		const { status, headers } = response;
		return { status, headers, text: await bodyText(response, signal, LONGEST_ANSWER) };
	};
	try {
		return await withDeadline(limit, once, ended);
	} catch (error) {
		ended.throwIfAborted();
		throw serviceFault(error);
	}
}

const NOBODY = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EADDRNOTAVAIL', 'ERR_INVALID_URL']);

/** An error of fetch or of a body as what may be shown of it: a code, or words of ours. */
export function serviceFault(error: unknown): ServiceFault {
	if (error instanceof DeadlineError) return new ServiceFault(error.message, false);
	if (error instanceof AnswerTooLong) return new ServiceFault(error.message, true);
	const cause = (error as { cause?: { code?: unknown; message?: unknown } } | null)?.cause;
	// fetch never connects to the ports of other protocols (9, 25 ...): asking again would give the same.
	if (cause?.message === 'bad port') return new ServiceFault('a port that is not for http', true);
	const code = cause?.code;
	const known = typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : undefined;
	return new ServiceFault(known ?? 'connection lost', known !== undefined && NOBODY.has(known));
}

/**
 * The key in the first of these environment variables that is set, white space around it taken off.
 *
 * @throws BenchError `environment` where a header can't carry it; the message names the variable, never the value
 */
export function readKey(
	variables: readonly string[],
	environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
	for (const name of variables) {
		const key = environment[name]?.trim();
		if (key === undefined || key === '') continue;
		if (/^[\x21-\x7e]+$/.test(key)) return key;
		throw new BenchError('environment', `The API key in ${name} holds spaces, line breaks or other characters`, {
			hint: 'A header can carry printable ASCII only. Was something else pasted?',
		});
	}
	return undefined;
}

/**
 * The address of a service, as the user gave it.
 *
 * @param name of the flag or variable, for messages, which never show the value: it may hold a password
 * @throws BenchError for what is no http(s) address, or holds a user name, password, query or fragment
 */
export function readServiceAddress(
	text: string,
	{
		name,
		code,
		keys,
		example,
	}: {
		readonly name: string;
		readonly code: 'usage' | 'config';
		readonly keys: readonly string[];
		readonly example: string;
	},
): URL {
	const hint = `For example ${example}.`;
	if (!URL.canParse(text)) throw new BenchError(code, `${name} is no URL`, { hint });
	const url = new URL(text);
	if (url.protocol !== 'http:' && url.protocol !== 'https:')
		throw new BenchError(code, `${name} must begin with http:// or https://`, { hint });
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
		throw new BenchError(code, `${name} holds more than an address`, {
			hint: `A key belongs into ${keys.join(' or ')}. ${hint}`,
		});
	return url;
}

/** Whether what is sent would cross a network unencrypted. */
export function isOpenNetwork({ protocol, hostname }: URL): boolean {
	const local = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
	return protocol === 'http:' && !local;
}
