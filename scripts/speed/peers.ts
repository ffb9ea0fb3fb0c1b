import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A Python with these packages of PyPI: the one that BENCH_PEERS_PYTHON names, else a venv in the temporary folder, made
 * once and kept. Undefined, with a line on stderr, where neither is to be had.
 */
export function peerPython(packages: readonly string[]): string | undefined {
	const given = process.env.BENCH_PEERS_PYTHON;
	if (given !== undefined && given !== '') return given;
	const folder = join(tmpdir(), 'bench-speed-peers');
	const python = join(folder, 'bin', 'python');
	const steps: readonly (readonly [string, readonly string[]])[] = [
		...(existsSync(python) ? [] : [['python3', ['-m', 'venv', folder]] as const]),
		[python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]],
	];
	for (const [command, args] of steps) {
		const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
		if (status !== 0) {
			console.error(`no peers: ${command} ${args.join(' ')} failed: ${stderr?.trim().split('\n').at(-1) ?? ''}`);
			return undefined;
		}
	}
	return python;
}

/** Runs a script of this folder and gives the JSON objects that it printed, one a line. */
export function runPeer(python: string, script: string, args: readonly string[]): readonly Record<string, unknown>[] {
	const path = fileURLToPath(new URL(`./${script}`, import.meta.url));
	const { status, stdout, stderr } = spawnSync(python, [path, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 });
	if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
	return stdout
		.split('\n')
		.filter((line) => line.startsWith('{'))
		.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Both orders of some measurements, each of which prints its own lines. */
export async function bothOrders(measurements: Readonly<Record<string, () => unknown>>): Promise<void> {
	const names = Object.keys(measurements);
	for (const order of [names, [...names].reverse()]) for (const name of order) await measurements[name]?.();
}

/** What some work took: milliseconds of the wall clock and of processors, both divided by `per`. */
export async function timed(
	work: () => unknown,
	per = 1,
): Promise<{ readonly wall_ms: number; readonly cpu_ms: number }> {
	const before = process.cpuUsage();
	const started = performance.now();
	await work();
	const { user, system } = process.cpuUsage(before);
	const round = (value: number): number => Math.round((value / per) * 1000) / 1000;
	return { wall_ms: round(performance.now() - started), cpu_ms: round((user + system) / 1000) };
}
