/**
 * How fast `bench eval` scores a large TREC run: generates one (by default 10,000 queries x 1,000 documents, about
 * 430 MB, every fourth query unsorted) with its qrels in a temporary folder, and prints time and memory of the whole
 * process beside PyPI pytrec_eval, ranx and ir_measures, each reading the same files, twice, order swapped. With
 * `--against <trec_eval>` it also times that program doing the same work, and prints the ratio.
 *
 *     node --import tsx scripts/speed/eval.ts [--queries 10000] [--docs 1000] [--against /path/to/trec_eval]
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { randomStream, shuffled } from '../../harness/random.ts';
import { bothOrders, peerPython, runPeer } from './peers.ts';

const { values: flags } = parseArgs({
	options: {
		queries: { type: 'string', default: '10000' },
		docs: { type: 'string', default: '1000' },
		against: { type: 'string' },
	},
});
const queries = Number(flags.queries);
const docs = Number(flags.docs);
const CORPUS = 8_841_823;
const JUDGED = 100;
const PEER_METRICS = 'map,ndcg_cut_10,recall_100,recip_rank';

const folder = mkdtempSync(join(tmpdir(), 'bench-eval-'));
try {
	const run = join(folder, 'run.trec');
	const qrels = join(folder, 'qrels.txt');
	generate(run, qrels);
	console.log(`${queries} queries x ${docs} documents: run ${megabytes(run)} MB, qrels ${megabytes(qrels)} MB`);

	const bench = fileURLToPath(new URL('../../dist/scripts/bench.js', import.meta.url));
	const metrics = 'map,Rprec,bpref,recip_rank,P_10,recall_100,ndcg,ndcg_cut_10,success_5';
	const ours = timed(process.execPath, [bench, 'eval', '--trec-compat', '--metrics', metrics, run, qrels]);
	console.log(ours.stdout);
	console.log(`bench eval: ${ours.seconds.toFixed(2)} s`);
	const python = peerPython(['pytrec_eval-terrier', 'ranx', 'ir_measures']);
	const oursLine = (): void => {
		const { seconds, cpuSeconds, peakMb } = timed(process.execPath, [
			bench,
			'eval',
			'--metrics',
			PEER_METRICS,
			run,
			qrels,
		]);
		console.log(JSON.stringify({ system: 'bench eval', wall_s: seconds, cpu_s: cpuSeconds, peak_mb: peakMb }));
	};
	const peer = (system: string): void => {
		if (python === undefined) return;
		for (const line of runPeer(python, 'eval_peer.py', [system, run, qrels])) console.log(JSON.stringify(line));
	};
	await bothOrders({
		ours: oursLine,
		...Object.fromEntries(['pytrec_eval', 'ranx', 'ir_measures'].map((system) => [system, () => peer(system)])),
	});
	if (flags.against !== undefined) {
		const names = 'map,Rprec,bpref,recip_rank,P.10,recall.100,ndcg,ndcg_cut.10,success.5'.split(',');
		const theirs = timed(flags.against, [...names.flatMap((name) => ['-m', name]), qrels, run]);
		const ratio = (theirs.seconds / ours.seconds).toFixed(2);
		const same = sorted(ours.stdout) === sorted(theirs.stdout);
		console.log(`trec_eval:  ${theirs.seconds.toFixed(2)} s`);
		console.log(
			`ratio ${ratio} (above 1: bench eval is faster); ${same ? 'same values' : `DIFFERENT VALUES\n${theirs.stdout}`}`,
		);
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function generate(runPath: string, qrelsPath: string): void {
	const run = openSync(runPath, 'w');
	const qrels = openSync(qrelsPath, 'w');
	const stream = randomStream(1, 'bench-eval-speed');
	for (let query = 0; query < queries; query++) {
		const found = new Set<number>();
		while (found.size < docs) found.add(stream.below(CORPUS));
		let score = 30;
		let lines = [...found].map((doc, rank) => {
			score -= stream.next() * 0.02;
			return `${query + 1} Q0 doc${String(doc).padStart(8, '0')} ${rank + 1} ${score.toFixed(6)} generated\n`;
		});
		if (query % 4 === 3) lines = shuffled(lines, stream);
		writeSync(run, lines.join(''));
		const judged = new Set(shuffled([...found], stream).slice(0, JUDGED / 2));
		while (judged.size < JUDGED) judged.add(stream.below(CORPUS));
		writeSync(
			qrels,
			[...judged].map((doc) => `${query + 1} 0 doc${String(doc).padStart(8, '0')} ${stream.below(4)}\n`).join(''),
		);
	}
	closeSync(run);
	closeSync(qrels);
}

/** Seconds of the whole process, start-up included. */
function timed(command: string, args: readonly string[]) {
	const started = performance.now();
	// `time` of GNU tells what the process took; where it is missing only the clock counts.
	const done = spawnSync('/usr/bin/env', ['time', '-f', 'took %U %S %M', command, ...args], { encoding: 'utf8' });
	const seconds = (performance.now() - started) / 1000;
	if (done.status !== 0) throw new Error(`${command} failed: ${done.stderr}`);
	const took = /took ([\d.]+) ([\d.]+) (\d+)/.exec(done.stderr);
	return {
		seconds,
		cpuSeconds: Number(took?.[1]) + Number(took?.[2]),
		peakMb: Number(took?.[3]) / 1000,
		stdout: done.stdout.trimEnd(),
	};
}

/** Lines without padding, in a fixed order: trec_eval prints measures in its own. */
function sorted(output: string): string {
	return output
		.split('\n')
		.map((line) => line.replace(/ +/g, ''))
		.sort()
		.join('\n');
}

function megabytes(path: string): string {
	return (statSync(path).size / 1e6).toFixed(0);
}
