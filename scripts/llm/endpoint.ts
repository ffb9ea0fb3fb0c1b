import { BenchError } from '../../harness/errors.ts';

export interface Endpoint {
	/** Of `/chat/completions`. */
	readonly url: string;
	/** Scheme, host and port: all of it that messages show. */
	readonly host: string;
	readonly model: string;
	/** Goes into one header and nowhere else. */
	readonly key: string | undefined;
}

/** Where the API key is looked for, first one first. There is no flag: the shell's history is no place for a key. */
export const KEY_VARIABLES = ['BENCH_LLM_KEY', 'OPENAI_API_KEY'] as const;

/**
 * The chat endpoint of a base URL such as `http://localhost:11434/v1`; the full address of `/chat/completions` is
 * taken too.
 *
 * @throws BenchError `usage` for what is no http(s) URL, or holds a user name, password, query or fragment
 */
export function readEndpoint(
	given: { readonly url: string; readonly model: string },
	environment: NodeJS.ProcessEnv = process.env,
): Endpoint {
	const url = parse(given.url);
	if (given.model.trim() === '') throw new BenchError('usage', '--llm-model is empty');
	const path = url.pathname.replace(/\/+$/, '');
	url.pathname = path.endsWith('/chat/completions') ? path : `${path}/chat/completions`;
	const key = KEY_VARIABLES.map((name) => environment[name]?.trim()).find((value) => value);
	if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
		throw new BenchError(
			'environment',
			`The API key in ${KEY_VARIABLES.join(' or ')} holds spaces or other characters`,
			{
				hint: 'A header can carry printable ASCII only. Was something else pasted?',
			},
		);
	return { url: url.href, host: url.origin, model: given.model, key };
}

/** Whether a key would cross a network unencrypted. */
export function sendsKeyInTheClear(endpoint: Endpoint): boolean {
	const { protocol, hostname } = new URL(endpoint.url);
	const local = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
	return endpoint.key !== undefined && protocol === 'http:' && !local;
}

function parse(text: string): URL {
	const hint = 'For example --llm-url https://api.example.com/v1, or http://localhost:11434/v1.';
	if (!URL.canParse(text)) throw new BenchError('usage', '--llm-url is no URL', { hint });
	const url = new URL(text);
	if (url.protocol !== 'http:' && url.protocol !== 'https:')
		throw new BenchError('usage', '--llm-url must begin with http:// or https://', { hint });
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
		throw new BenchError('usage', '--llm-url holds more than an address', {
			hint: `A key belongs into ${KEY_VARIABLES.join(' or ')}. ${hint}`,
		});
	return url;
}
