/**
 * `bench run --retriever fts5` on many documents of 60 words, in this process: memory at its peak, processor time, and how
 * long indexing took. `node --import tsx scripts/speed/large-run.ts [documents] [retriever]` (1,000,000 and fts5 unless told).
 * The dataset is written to a temporary folder first, document by document, and removed.
 */
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { docToLine } from '../../harness/datasets/lines.ts';
import { processIo } from '../io.ts';
import { main } from '../main.ts';
import { rounded } from './large-corpus.ts';
import { syntheticQueries, syntheticStream } from './synthetic-corpus.ts';

const docs = Number(process.argv[2] ?? 1_000_000);
const retriever = process.argv[3] ?? 'fts5';
const QUERIES = 100;

function* lines(): Generator<string> {
	for (const doc of syntheticStream(docs)) yield `${JSON.stringify(docToLine(doc))}\n`;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-large-run-'));
try {
	await pipeline(Readable.from(lines()), createWriteStream(join(folder, 'corpus.jsonl')));
	const queries = syntheticQueries(QUERIES);
	const text = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
	writeFileSync(join(folder, 'queries.jsonl'), text(queries.map(({ id, ...query }) => ({ query_id: id, ...query }))));
	const judged = queries.map(({ id }, i) => ({ query_id: id, relevant_ids: [`d${(i * 7919) % docs}`] }));
	writeFileSync(join(folder, 'qrels.jsonl'), text(judged));
	const out = join(folder, 'run');
	const before = process.cpuUsage();
	const started = performance.now();
	const code = await main(['run', '--data', folder, '--retriever', retriever, '--out', out, '--quiet'], processIo());
	if (code !== 0) throw new Error(`bench run ended with ${code}`);
	const { user, system } = process.cpuUsage(before);
	const timings = JSON.parse(readFileSync(join(out, 'timings.json'), 'utf8'));
	console.log(
		JSON.stringify({
			retriever,
			docs,
			queries: QUERIES,
			process_cpu_s: rounded((user + system) / 1e6),
			process_wall_s: rounded((performance.now() - started) / 1e3),
			index_wall_s: timings.indexSeconds,
			peak_mb: rounded(process.resourceUsage().maxRSS / 1e3),
			latency: timings.latency,
		}),
	);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
