import { BenchError } from '../../harness/errors.ts';
import { createGate, type Gate } from './gate.ts';

/** How a provider's service is reached: where, and with which key. */
export interface ServiceKind {
	/** Its address where the environment names no other; absent for servers that stand at no fixed place. */
	readonly base?: string;
	/** The environment variable that names another server that speaks the same. */
	readonly baseVariable: string;
	/** The environment variables that may hold the key, the first that is set counts. */
	readonly keyVariables: readonly string[];
	/** The header that carries the key. */
	readonly keyHeader: 'authorization' | 'x-goog-api-key';
	/** What an address looks like, for the message that asks for one. */
	readonly example: string;
}

/** A service that can be asked. Its key comes from the environment and is in no message, id or file. */
export interface Service {
	readonly base: URL;
	readonly baseVariable: string;
	readonly keyVariable: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly gate: Gate;
}

/**
 * The service at the address of the environment, else at its usual one. The usual one wants a key; a server that the
 * environment names may want none.
 * @param owner what messages call the request: `voyage:voyage-3.5`
 * @throws BenchError `config` that names the variable that is missing
 */
export function openService(owner: string, kind: ServiceKind): Service {
	const named = process.env[kind.baseVariable];
	const keyVariable = kind.keyVariables.find((name) => (process.env[name] ?? '') !== '');
	const usualKey = kind.keyVariables[0] as string;
	if (named === undefined && kind.base === undefined)
		throw new BenchError('config', `${owner}: ${kind.baseVariable} is not set`, {
			hint: `Set it to the address of the server, for example ${kind.example}.`,
		});
	if (named === undefined && keyVariable === undefined)
		throw new BenchError('config', `${owner}: ${usualKey} is not set`, {
			hint: `Set it to your key. A server of your own goes by ${kind.baseVariable}, for example ${kind.example}.`,
		});
	const text = named ?? (kind.base as string);
	// A URL may hold a name and a password, which belong in no message.
	if (!URL.canParse(text) || !/^https?:/.test(text))
		throw new BenchError('config', `${owner}: ${kind.baseVariable} is no address of a server`, {
			hint: `It looks like ${kind.example}.`,
		});
	const key = keyVariable === undefined ? undefined : process.env[keyVariable];
	return {
		base: new URL(text.endsWith('/') ? text : `${text}/`),
		baseVariable: kind.baseVariable,
		keyVariable: keyVariable ?? usualKey,
		headers: key === undefined ? {} : { [kind.keyHeader]: kind.keyHeader === 'authorization' ? `Bearer ${key}` : key },
		gate: createGate(),
	};
}

/** The server as ids name it: host and path. */
export function serverName({ base }: Service): string {
	return `${base.host}${base.pathname}`;
}
