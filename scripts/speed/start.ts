/**
 * How long a person waits for the first screen: `bench --help` and `bench run` on the sample (its vectors are shipped), each
 * beside `node -e 0`, twice, order swapped, five times each; and what node_modules takes on disk.
 * `node --import tsx scripts/speed/start.ts` after `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { percentile, rounded } from './large-corpus.ts';
import { bothOrders } from './peers.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const bench = join(root, 'dist', 'scripts', 'bench.js');
const TIMES = 5;
const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));

function run(system: string, args: readonly string[]): void {
	const walls: number[] = [];
	const cpus: number[] = [];
	for (let i = 0; i < TIMES; i++) {
		const before = process.resourceUsage();
		const started = performance.now();
		// The children's processor time is not in resourceUsage, so `time` tells it.
		const { status, stderr } = spawnSync('/usr/bin/env', ['time', '-f', 'took %U %S', process.execPath, ...args], {
			encoding: 'utf8',
			cwd: folder,
		});
		walls.push(performance.now() - started);
		const took = /took ([\d.]+) ([\d.]+)/.exec(stderr);
		cpus.push(1000 * (Number(took?.[1]) + Number(took?.[2])));
		if (status !== 0) throw new Error(`${system} failed after ${before.maxRSS} kB: ${stderr}`);
	}
	console.log(
		JSON.stringify({ system, wall_ms: rounded(percentile(walls, 50)), cpu_ms: rounded(percentile(cpus, 50)) }),
	);
}

try {
	await bothOrders({
		node: () => run('node -e 0', ['-e', '0']),
		help: () => run('bench --help', [bench, '--help']),
		sample: () => run('bench run, the sample', [bench, 'run', '--quiet']),
	});
} finally {
	rmSync(folder, { recursive: true });
}

interface Locked {
	readonly packages: Readonly<
		Record<string, { readonly dev?: boolean; readonly devOptional?: boolean; readonly optional?: boolean }>
	>;
}

/** Bytes on disk of what the lockfile marks neither dev nor optional, without what is nested in it twice. */
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Locked;
const needed = Object.entries(packages)
	.filter(([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional)
	.map(([path]) => path);
const sizes = needed.map((path) => [path, sizeOf(join(root, path), true)] as const);
console.log(
	JSON.stringify({
		node_modules_mb: rounded(sizes.reduce((sum, [, size]) => sum + size, 0) / 1e6),
		packages: needed.length,
		largest: sizes
			.toSorted(([, one], [, other]) => other - one)
			.slice(0, 5)
			.map(([path, size]) => `${path.replace('node_modules/', '')} ${(size / 1e6).toFixed(1)}`),
	}),
);

function sizeOf(path: string, top: boolean): number {
	if (!existsSync(path)) return 0;
	const stat = lstatSync(path);
	if (!stat.isDirectory()) return stat.size;
	return readdirSync(path).reduce(
		// A package inside another has a line of its own in the lockfile.
		(sum, name) => sum + (top && name === 'node_modules' ? 0 : sizeOf(join(path, name), false)),
		0,
	);
}
