import { addressOf, EMBEDDED } from './address.ts';
import type { Database } from './database.ts';
import { openServer } from './server.ts';

/** A database that several retrievers of this process share. */
export interface Connection {
	readonly database: Database;
	/** Gives it back. Where nobody has it any more, it is closed. */
	release(): void;
}

interface Shared {
	readonly opened: Promise<Database>;
	users: number;
}

/**
 * How long the embedded database waits for its next user before it is closed, in milliseconds: the systems of one
 * command follow each other, and opening it, and what was built in it, is what costs. An open one keeps the process
 * alive.
 */
const EMBEDDED_WAITS = 1_000;

const databases = new Map<string, Shared>();

/** The database that the option `url` means: one per server, and one in this process. */
export async function connect(url: string, cacheDirectory: string): Promise<Connection> {
	const address = addressOf(url);
	const key = address ?? EMBEDDED;
	const shared = databases.get(key) ?? { opened: open(address, cacheDirectory), users: 0 };
	databases.set(key, shared);
	shared.users++;
	let released = false;
	const release = (): void => {
		if (released) return;
		released = true;
		shared.users--;
		if (address === undefined) setTimeout(() => closeUnused(key, shared), EMBEDDED_WAITS);
		else closeUnused(key, shared);
	};
	try {
		return { database: await shared.opened, release };
	} catch (error) {
		// The next one tries anew.
		databases.delete(key);
		throw error;
	}
}

async function open(address: string | undefined, cacheDirectory: string): Promise<Database> {
	if (address !== undefined) return openServer(address);
	const { openPglite } = await import('./pglite.ts');
	return openPglite(cacheDirectory);
}

function closeUnused(key: string, shared: Shared): void {
	if (shared.users > 0 || databases.get(key) !== shared) return;
	databases.delete(key);
	shared.opened.then((database) => database.close()).catch(() => undefined);
}
