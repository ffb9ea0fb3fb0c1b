/**
 * Embedding with the default model (bge-small-en-v1.5, int8) beside PyPI onnxruntime and tokenizers on the same files, texts
 * and number of threads, twice, order swapped; milliseconds are per text of 60 words.
 * `node --import tsx scripts/speed/embedding.ts [texts] [model folder]` (300 and cache/models/bge-small-en-v1.5 unless told).
 * It also says how right the time left would have been: the rate of the first tenth beside that of all.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openEmbedder } from '../../retrievers/embedders/index.ts';
import { silentContext } from '../silent-context.ts';
import { rounded } from './large-corpus.ts';
import { bothOrders, peerPython, runPeer } from './peers.ts';
import { syntheticDocs } from './synthetic-corpus.ts';

const count = Number(process.argv[2] ?? 300);
const model = process.argv[3] ?? 'cache/models/bge-small-en-v1.5';
const texts = syntheticDocs(count).map(({ content }) => content);
const context = silentContext({ directory: '' }, { cacheDirectory: 'cache', modelDirectory: dirname(model) });
const embedder = await openEmbedder('local:bge-small-en-v1.5', context);
await embedder.embedCounted(texts.slice(0, 1), 'document');
/** Texts per call, as `embed` of cached.ts has it. */
const SLICE = 16;

async function ours(): Promise<void> {
	const before = process.cpuUsage();
	const started = performance.now();
	let early = 0;
	let first: readonly number[] = [];
	for (let start = 0; start < count; start += SLICE) {
		const vectors = await embedder.embedCounted(texts.slice(start, start + SLICE), 'document');
		if (start === 0) first = Array.from(vectors[0]?.vector.slice(0, 3) ?? [], (value) => Number(value.toFixed(4)));
		const done = Math.min(count, start + SLICE);
		if (early === 0 && done >= count / 10) early = (performance.now() - started) / done;
	}
	const wall = performance.now() - started;
	const { user, system } = process.cpuUsage(before);
	console.log(
		JSON.stringify({
			system: 'ours',
			threads: availableParallelism(),
			texts: count,
			wall_ms: rounded(wall / count),
			cpu_ms: rounded((user + system) / 1e3 / count),
			cores_busy: rounded((user + system) / 1e3 / wall),
			time_foretold_at_a_tenth: rounded((early * count) / wall),
			first,
		}),
	);
}

const folder = mkdtempSync(join(tmpdir(), 'bench-embedding-'));
const path = join(folder, 'texts.txt');
writeFileSync(path, texts.map((text) => `${text}\n`).join(''));
const python = peerPython(['numpy', 'onnxruntime', 'tokenizers']);
try {
	await bothOrders({
		ours,
		python: () => {
			if (python === undefined) return;
			const args = [model, path, String(availableParallelism())];
			for (const line of runPeer(python, 'embedding_peer.py', args)) console.log(JSON.stringify(line));
		},
	});
} finally {
	rmSync(folder, { recursive: true });
	embedder.close?.();
}
