import { BenchError } from '../../harness/errors.ts';
import { isOpenNetwork, type KeyHeader, readKey, readServiceAddress } from '../../harness/service.ts';
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
	readonly keyHeader: KeyHeader;
	/** An example address, for the message that asks for one. */
	readonly example: string;
}

/** A service that can be asked. Its key comes from the environment and is in no message, id or file. */
export interface Service {
	readonly base: URL;
	readonly baseVariable: string;
	readonly keyVariable: string;
	readonly key: string | undefined;
	readonly keyHeader: KeyHeader;
	readonly gate: Gate;
}

/**
 * The service at the address of the environment, else at its usual one. The usual one wants a key; a server that the
 * environment names may want none.
 * @param owner what messages call the request: `voyage:voyage-3.5`
 * @throws BenchError that names the variable that is missing or can't be used, never what it holds
 */
export function openService(owner: string, kind: ServiceKind): Service {
	const named = process.env[kind.baseVariable];
	const keyVariable = kind.keyVariables.find((name) => (process.env[name] ?? '').trim() !== '');
	const usualKey = kind.keyVariables[0] as string;
	if (named === undefined && kind.base === undefined)
		throw new BenchError('config', `${owner}: ${kind.baseVariable} is not set`, {
			hint: `Set it to the address of the server, for example ${kind.example}.`,
		});
	if (named === undefined && keyVariable === undefined)
		throw new BenchError('config', `${owner}: ${usualKey} is not set`, {
			hint: `Set it to your key. A server of your own goes by ${kind.baseVariable}, for example ${kind.example}.`,
		});
	const base = readServiceAddress(named ?? (kind.base as string), {
		name: kind.baseVariable,
		code: 'config',
		keys: kind.keyVariables,
		example: kind.example,
	});
	return {
		base: new URL(base.href.endsWith('/') ? base.href : `${base.href}/`),
		baseVariable: kind.baseVariable,
		keyVariable: keyVariable ?? usualKey,
		key: readKey(kind.keyVariables),
		keyHeader: kind.keyHeader,
		gate: createGate(),
	};
}

/** Whom the texts are sent to, for people: the host, and whether everybody on the way can read along. */
export function recipient({ base, key }: Service): string {
	if (!isOpenNetwork(base)) return base.host;
	return `${base.host}, unencrypted (http)${key === undefined ? '' : ', with the key'}`;
}

/** The server as ids name it: host and path. */
export function serverName({ base }: Service): string {
	return `${base.host}${base.pathname}`;
}
