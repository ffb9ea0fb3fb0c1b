import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { randomStream } from '../../harness/random.ts';
import { rowsOf, searchMatrix, vectorSearch } from '../../retrievers/dense/vector-search.ts';
import { textKey } from '../../retrievers/embedders/text-key.ts';
import { type CacheRow, vectorCache } from '../../retrievers/embedders/vector-cache.ts';

/*
 * How long a corpus of 5,452 documents takes to come back from the cache, beside the naive store (vectors as JSON text,
 * one transaction per row read), and how long one exact search over it takes. `npx tsx scripts/speed/vector-cache.ts`
 */
const ROWS = 5452;
const stream = randomStream(1, 'bench-vector-cache');

for (const dimensions of [384, 1024]) {
	const folder = mkdtempSync(join(tmpdir(), 'bench-vectors-'));
	const rows: CacheRow[] = Array.from({ length: ROWS }, (_, i) => ({
		key: textKey(`text ${i}`, 'document'),
		vector: Float32Array.from({ length: dimensions }, () => stream.next() - 0.5),
		tokens: 100,
	}));
	const texts = rows.map((_, i) => `text ${i}`);

	const writing = seconds(() => {
		const cache = vectorCache(folder, console.error);
		cache.write('embedder', rows);
		cache.close();
	});
	// As a run does it: texts are hashed, the file is opened, rows are checked and gathered in one matrix.
	const matrix = new Float32Array(ROWS * dimensions);
	const reading = best(5, () => {
		const cache = vectorCache(folder, console.error);
		const keys = texts.map((text) => textKey(text, 'document'));
		for (const [row, found] of cache.read('embedder', dimensions, keys).entries())
			if (found !== undefined) matrix.set(found.vector, row * dimensions);
		cache.close();
	});

	const naive = new Database(join(folder, 'naive.sqlite'));
	naive.exec('CREATE TABLE vector (text TEXT PRIMARY KEY, vector TEXT)');
	const insert = naive.prepare('INSERT INTO vector VALUES (?, ?)');
	naive.transaction(() => {
		for (const [i, { vector }] of rows.entries()) insert.run(texts[i], JSON.stringify(Array.from(vector)));
	})();
	const select = naive.prepare<[string], { vector: string }>('SELECT vector FROM vector WHERE text = ?');
	const naiveReading = best(3, () => {
		for (const [row, text] of texts.entries())
			matrix.set(JSON.parse(select.get(text)?.vector ?? '[]') as number[], row * dimensions);
	});
	naive.close();

	const search = vectorSearch(searchMatrix(rowsOf(matrix, dimensions), dimensions), ROWS);
	const query = (rows[0] as CacheRow).vector;
	const searching = best(20, () => search.search(query, 100));
	console.log(
		`${ROWS} x ${dimensions}: write ${ms(writing)}, read ${ms(reading)}, naive read ${ms(naiveReading)} ` +
			`(${(naiveReading / reading).toFixed(1)} times as long), one search ${ms(searching)}`,
	);
	rmSync(folder, { recursive: true });
}

function seconds(work: () => void): number {
	const started = performance.now();
	work();
	return (performance.now() - started) / 1000;
}

function best(times: number, work: () => void): number {
	return Math.min(...Array.from({ length: times }, () => seconds(work)));
}

function ms(time: number): string {
	return `${(time * 1000).toFixed(1)} ms`;
}
