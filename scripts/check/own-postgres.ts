import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A Postgres cluster of our own, which may be killed. */
export interface OwnServer {
	readonly url: string;
	/** Starts it, again after a kill, and waits until it answers. */
	start(): void;
	/** SIGKILL to all of it, as a machine that loses power. */
	kill(): void;
	/** Makes its small disk larger. */
	grow(megabytes: number): void;
	remove(): void;
}

/**
 * Makes a cluster with the programs in `bin`; as root it is run by nobody, for Postgres refuses root.
 *
 * @param megabytes the size of its disk, a tmpfs, which only root can mount; undefined: the machine's own
 * @throws where a program fails, with what it says
 */
export async function makeServer(bin: string, megabytes?: number): Promise<OwnServer> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'));
	const data = join(folder, 'disk', 'data');
	const log = join(folder, 'disk', '..', 'log');
	mkdirSync(join(folder, 'disk'));
	if (megabytes !== undefined) run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', join(folder, 'disk')]);
	const root = userInfo().uid === 0;
	if (root) {
		const nobody = Number(run('id', ['-u', 'nobody']));
		const group = Number(run('id', ['-g', 'nobody']));
		for (const path of [folder, join(folder, 'disk')]) chownSync(path, nobody, group);
		chmodSync(folder, 0o755);
	}
	// Some distributions carry libraries of their own, which a user's environment knows and setpriv's does not.
	process.env.LD_LIBRARY_PATH ??= join(bin, '..', 'lib');
	const asUser = (program: string, args: readonly string[]): string =>
		root
			? run('setpriv', [
					'--reuid=nobody',
					`--regid=${run('id', ['-gn', 'nobody'])}`,
					'--clear-groups',
					join(bin, program),
					...args,
				])
			: run(join(bin, program), args);
	asUser('initdb', ['-D', data, '-U', 'bench', '-A', 'trust', '--no-sync']);
	const port = await freePort();
	// The log of changes must not fill a small disk by itself.
	const settings = `-F -p ${port} -c unix_socket_directories= -c max_wal_size=32MB -c min_wal_size=32MB -c shared_buffers=16MB`;
	const kill = (): void => {
		const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
		const children = run('ps', ['-o', 'pid=', '--ppid', pid]).split('\n');
		for (const one of [pid, ...children]) if (one.trim() !== '') process.kill(Number(one), 'SIGKILL');
		// As after a restart of the machine, where no process has its number any more.
		rmSync(join(data, 'postmaster.pid'));
	};
	return {
		url: `postgres://bench@127.0.0.1:${port}/postgres`,
		start: () => void asUser('pg_ctl', ['-D', data, '-l', log, '-w', '-t', '120', '-o', settings, 'start']),
		kill,
		grow: (to) => void run('mount', ['-o', `remount,size=${to}m`, join(folder, 'disk')]),
		remove() {
			try {
				kill();
			} catch {
				// It was not running.
			}
			if (megabytes !== undefined) run('umount', ['--lazy', join(folder, 'disk')]);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function run(program: string, args: readonly string[]): string {
	return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 180_000 }).trim();
}

function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const { port } = server.address() as { port: number };
			server.close(() => resolve(port));
		});
	});
}
