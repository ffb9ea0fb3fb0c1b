import { BenchError } from '../../harness/errors.ts';
import { isOpenNetwork, readKey, readServiceAddress } from '../../harness/service.ts';

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
	const url = readServiceAddress(given.url, {
		name: '--llm-url',
		code: 'usage',
		keys: KEY_VARIABLES,
		example: '--llm-url https://api.example.com/v1, or http://localhost:11434/v1',
	});
	if (given.model.trim() === '') throw new BenchError('usage', '--llm-model is empty');
	const path = url.pathname.replace(/\/+$/, '');
	url.pathname = path.endsWith('/chat/completions') ? path : `${path}/chat/completions`;
	const key = readKey(KEY_VARIABLES, environment);
	return { url: url.href, host: url.origin, model: given.model, key };
}

/** Whether documents, and a key, would cross a network unencrypted. */
export function sendsInTheClear(endpoint: Endpoint): boolean {
	return isOpenNetwork(new URL(endpoint.url));
}
