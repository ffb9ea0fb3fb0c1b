import { readKey } from '../../harness/service.ts';
import type { ChromaOptions } from './options.ts';
import type { Address } from './request.ts';
import { lendServer } from './shared-server.ts';

/** A server that can be spoken to, until it is released. */
export interface ReachedServer {
	readonly address: Address;
	release(): void;
}

/** The server that the options name, or one of our own. */
export async function openAddress(options: ChromaOptions): Promise<ReachedServer> {
	const { url, program, port, timeout: seconds } = options;
	if (url !== '')
		return {
			address: { base: url.replace(/\/+$/, ''), headers: tokenHeaders(options), seconds },
			release: () => undefined,
		};
	const { server, release } = await lendServer(program, port);
	return { address: { base: server.base, headers: {}, seconds, whyUnreachable: server.ended }, release };
}

function tokenHeaders({ token_env, token_header }: ChromaOptions): Readonly<Record<string, string>> {
	const token = token_env === '' ? undefined : readKey([token_env]);
	if (token === undefined) return {};
	return { [token_header]: token_header === 'authorization' ? `Bearer ${token}` : token };
}
