import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDeadline } from '../../harness/deadline.ts';
import { BenchError } from '../../harness/errors.ts';
import { atExit } from '../outside/at-exit.ts';
import { noProgram, type Program } from './programs.ts';

/** A server of our own. */
export interface Server {
	readonly base: string;
	/** Of the process group's leader. */
	readonly pid: number;
	/** How it ended, in words; undefined as long as it runs. */
	ended(): string | undefined;
	/** Ends it and removes its folder, at once. */
	stop(): void;
}

/** Seconds until a server must answer: uvx and npx may have to fetch it first. */
const START_SECONDS = 180;
const POLL_MS = 100;
const HOST = '127.0.0.1';
const LAST_CHARACTERS = 300;

/**
 * Starts a server on loopback with a scratch folder, by the first of the programs that comes up. It ends with us.
 *
 * @param port 0: any free one
 * @throws BenchError `environment` where none comes up, or the wanted port is taken
 */
export async function startServer(programs: readonly Program[], port: number): Promise<Server> {
	const reasons: string[] = [];
	for (const { words } of programs) {
		const chosen = await freePort(port);
		const server = launch(words, chosen);
		const reason = await upOrWhy(server);
		if (reason === undefined) return server;
		server.stop();
		reasons.push(`${words.join(' ')}: ${reason}`);
	}
	throw noProgram(reasons);
}

function launch(words: readonly string[], port: number): Server {
	const folder = mkdtempSync(join(tmpdir(), 'recall-bench-chroma-'));
	const [program = '', ...before] = words;
	const grouped = process.platform !== 'win32';
	const child = spawn(program, [...before, 'run', '--path', folder, '--host', HOST, '--port', String(port)], {
		stdio: ['ignore', 'pipe', 'pipe'],
		// A group of its own, so that what uvx and npx start ends with it, and Ctrl-C reaches us first.
		detached: grouped,
		windowsHide: true,
	});
	let end: string | undefined;
	let lastWords = '';
	const hear = (chunk: Buffer): void => {
		lastWords = `${lastWords}${chunk.toString()}`.slice(-LAST_CHARACTERS);
	};
	child.stdout.on('data', hear);
	child.stderr.on('data', hear);
	child.on('error', (error) => {
		end ??= error.message;
	});
	child.on('close', (code, signal) => {
		const words = lastWords.trim().split('\n').at(-1) ?? '';
		end ??= `the server ended ${code === null ? `by ${signal}` : `with exit code ${code}`}${words === '' ? '' : ` (${words})`}`;
	});
	// The server alone must not keep this process alive.
	for (const handle of [child, child.stdout, child.stderr] as readonly { unref?(): void }[]) handle.unref?.();
	const kill = (): void => signalGroup(child, grouped, end);
	const done = atExit(() => {
		kill();
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	});
	let stopped = false;
	return {
		base: `http://${HOST}:${port}`,
		pid: child.pid ?? -1,
		ended: () => end,
		stop() {
			if (stopped) return;
			stopped = true;
			done();
			kill();
			rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}

/** There is nothing in the scratch folder to save, so the end is SIGKILL: nothing is left behind that might linger. */
function signalGroup(child: ChildProcess, grouped: boolean, ended: string | undefined): void {
	if (child.pid === undefined || ended !== undefined) return;
	try {
		if (grouped) process.kill(-child.pid, 'SIGKILL');
		else child.kill('SIGKILL');
	} catch {
		// It has ended in the meantime.
	}
}

/** undefined once it answers; else why it does not. */
async function upOrWhy(server: Server): Promise<string | undefined> {
	const until = performance.now() + START_SECONDS * 1000;
	while (performance.now() < until) {
		await new Promise((done) => setTimeout(done, POLL_MS));
		const end = server.ended();
		if (end !== undefined) return end;
		const answers = await withDeadline(2000, (signal) => fetch(`${server.base}/api/v2/heartbeat`, { signal })).then(
			(response) => response.ok,
			() => false,
		);
		// Another server may have taken the port in between: ours has then ended, or does so now.
		if (answers && server.ended() === undefined) return undefined;
	}
	return `no answer within ${START_SECONDS} s`;
}

async function freePort(wanted: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once('error', () =>
			reject(
				new BenchError('environment', `port ${wanted} is taken`, {
					hint: 'Choose another (--set port=0 takes any free one), or, if a Chroma server listens there: --set url=.',
				}),
			),
		);
		probe.listen(wanted, HOST, () => {
			const address = probe.address();
			probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : wanted));
		});
	});
}
