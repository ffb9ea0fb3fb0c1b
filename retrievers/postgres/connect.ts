import { addressOf } from './address.ts';
import type { Database } from './database.ts';
import { openServer } from './server.ts';

/** A database that several retrievers of this process share. */
export interface Connection {
	readonly database: Database;
	/** Gives it back. The last to do so closes the connection to a server. */
	release(): void;
}

interface Shared {
	readonly opened: Promise<Database>;
	users: number;
}

const servers = new Map<string, Shared>();
let embedded: Promise<Database> | undefined;

/**
 * The database that the option `url` means. There is one embedded Postgres per process, which stays until the process
 * ends: opening it is what costs.
 */
export async function connect(url: string, cacheDirectory: string): Promise<Connection> {
	const address = addressOf(url);
	if (address === undefined) {
		embedded ??= import('./pglite.ts').then(({ openPglite }) => openPglite(cacheDirectory));
		// A failed opening is tried again by whoever comes next.
		embedded.catch(() => {
			embedded = undefined;
		});
		return { database: await embedded, release: () => undefined };
	}
	const shared = servers.get(address) ?? { opened: openServer(address), users: 0 };
	servers.set(address, shared);
	shared.users++;
	let released = false;
	const release = (): void => {
		if (released) return;
		released = true;
		if (--shared.users > 0) return;
		servers.delete(address);
		shared.opened.then((database) => database.close()).catch(() => undefined);
	};
	try {
		return { database: await shared.opened, release };
	} catch (error) {
		release();
		throw error;
	}
}
