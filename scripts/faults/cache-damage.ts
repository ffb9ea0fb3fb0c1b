import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRun } from '../../harness/run/folder/read.ts';
import { callBench } from '../testing/call-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';
import { filesBelow } from './kills/scenario.ts';
import { mutated } from './mutate.ts';
import { numbersOf } from './numbers-of.ts';
import { type FaultKind, saidWrong } from './trial.ts';

const RUN = [
	'run',
	'--retriever',
	'hybrid',
	'--set',
	'legs=fts,dense',
	'--embedder',
	'openai:m?dims=8',
	'--out',
	'again',
];
const AUDIT = ['audit', '--retriever', 'hybrid', '--set', 'legs=fts,dense', '--embedder', 'openai:m?dims=8', '--json'];

/** A file of the cache is damaged, in a copy of a whole one: the numbers are what they were, or it is told in words. */
export const cacheDamage: FaultKind = {
	name: 'damaged caches',
	tried: 'run and audit on changed vectors, kept legs and their indices',
	short: 20,
	usual: 1000,
	async open() {
		const server = createServer(async (request, response) => {
			let sent = '';
			for await (const chunk of request) sent += String(chunk);
			const { input } = JSON.parse(sent) as { input: readonly string[] };
			const data = input.map((text, index) => ({ index, embedding: numbersOf(text) }));
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
		});
		await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
		const environment = { OPENAI_BASE_URL: url, OPENAI_API_KEY: '' };
		const folder = smallDataset();
		const call = (args: readonly string[], cache: string) =>
			callBench([...args, '--cache-dir', cache], folder, environment);
		const whole = join(folder, 'whole');
		const first = await call(RUN, whole);
		if (first.code !== 0) throw new Error(`the run does not work at all: ${first.stderr}`);
		const scores = JSON.stringify(readRun(join(folder, 'again')).scores);
		const audited = (await call(AUDIT, whole)).stdout;
		const files = filesBelow(whole);
		return {
			async run(stream) {
				const cache = join(mkdtempSync(join(tmpdir(), 'bench-cache-')), 'cache');
				cpSync(whole, cache, { recursive: true });
				const file = files[stream.below(files.length)] as string;
				writeFileSync(join(cache, file), mutated(readFileSync(join(cache, file)), stream));
				const isRun = stream.next() < 0.5;
				const { stdout, stderr, code } = await call(isRun ? RUN : AUDIT, cache);
				const about = `${isRun ? 'run' : 'audit'} on ${file}`;
				const wrong = saidWrong(stdout + stderr);
				if (wrong !== undefined) return `${about}: ${wrong}`;
				if (code === 2) return stderr.includes('error:') ? undefined : `${about}: exit 2 without a word`;
				if (code !== 0) return `${about}: exit ${code}`;
				const same = isRun ? JSON.stringify(readRun(join(folder, 'again')).scores) === scores : stdout === audited;
				rmSync(join(cache, '..'), { recursive: true, force: true });
				return same ? undefined : `${about}: another result`;
			},
			close() {
				server.closeAllConnections();
				server.close();
				rmSync(folder, { recursive: true, force: true });
			},
		};
	},
};
