import { programsHere } from './programs.ts';
import { type Server, startServer } from './server.ts';

/** A server in use; whoever has it must release it. */
export interface LentServer {
	readonly server: Server;
	release(): void;
}

interface Entry {
	readonly starting: Promise<Server>;
	users: number;
}

const running = new Map<string, Entry>();

/**
 * The server of this process for a program and a port: one for all that use it at the same time, stopped when nobody
 * does. One that has ended is not lent again.
 */
export async function lendServer(program: string, port: number): Promise<LentServer> {
	const key = `${port} ${program}`;
	let entry = running.get(key);
	if (entry !== undefined && (await entry.starting).ended() !== undefined) entry = undefined;
	if (entry === undefined) {
		entry = { starting: startServer(programsHere(program), port), users: 0 };
		running.set(key, entry);
	}
	const own = entry;
	own.users++;
	let released = false;
	const leave = (): void => {
		own.users--;
		if (own.users === 0 && running.get(key) === own) running.delete(key);
	};
	try {
		const server = await own.starting;
		return {
			server,
			release() {
				if (released) return;
				released = true;
				leave();
				if (own.users === 0) server.stop();
			},
		};
	} catch (error) {
		leave();
		throw error;
	}
}
