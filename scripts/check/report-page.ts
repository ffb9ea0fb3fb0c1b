/**
 * How large the page of six systems on 2,000 queries is, and how fast a headless Chromium opens and sorts it. Aims: under
 * 5 MB and 2 s.
 *
 *   npx tsx scripts/check/report-page.ts [queries]
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomStream } from '../../harness/random.ts';
import { main } from '../main.ts';
import { chromiumPath, openChromium } from '../testing/chromium.ts';

const QUERIES = Number(process.argv[2] ?? 2000);
const WORDS = 3000;
const STRATA = ['exact', 'paraphrase', 'multihop', 'temporal'];

/** Six systems, four of them fused of two legs. */
const SYSTEMS: readonly (readonly string[])[] = [
	['--retriever', 'fts'],
	['--retriever', 'fts5'],
	['--retriever', 'hybrid', '--set', 'legs=fts,fts5'],
	['--retriever', 'hybrid', '--set', 'legs=fts,fts5', '--set', 'k=5'],
	['--retriever', 'hybrid', '--set', 'legs=fts,fts5', '--set', 'weights.fts=0.3'],
	['--retriever', 'hybrid', '--set', 'legs=fts,fts5', '--set', 'fusion=minmax'],
];

const folder = mkdtempSync(join(tmpdir(), 'bench-page-'));
try {
	writeDataset(join(folder, 'data'));
	process.chdir(folder);
	for (const [i, system] of SYSTEMS.entries())
		await bench(['run', ...system, '--data', 'data', '--depth', '50', '--out', `results/system-${i + 1}`]);
	const started = performance.now();
	await bench(['report', ...SYSTEMS.map((_, i) => `results/system-${i + 1}`), '--out', 'page.html']);
	console.log(`written in ${((performance.now() - started) / 1000).toFixed(1)} s`);
	console.log(
		`size       ${(statSync('page.html').size / 1e6).toFixed(2)} MB for ${QUERIES} queries x ${SYSTEMS.length} systems`,
	);
	if (chromiumPath === undefined) console.log('not opened: there is no Chromium here (BENCH_CHROMIUM names one)');
	else await measure(chromiumPath, join(folder, 'page.html'));
} finally {
	rmSync(folder, { recursive: true, force: true });
}

async function bench(args: readonly string[]): Promise<void> {
	const out: string[] = [];
	const write = (text: string): unknown => out.push(text);
	const code = await main([...args, '--quiet'], {
		stdin: process.stdin,
		stdout: { write },
		stderr: { write },
		exitCode: 0,
	});
	if (code !== 0) throw new Error(`bench ${args.join(' ')}: ${out.join('')}`);
}

function writeDataset(directory: string): void {
	mkdirSync(directory);
	const stream = randomStream(42, 'report-page');
	const words = (n: number): string => Array.from({ length: n }, () => `w${stream.below(WORDS)}`).join(' ');
	const docs = Array.from({ length: QUERIES }, (_, i) => ({ id: i + 1, content: words(30) }));
	const queries = Array.from({ length: QUERIES }, (_, i) => {
		const second = stream.below(QUERIES);
		const text = `${docs[i]?.content.split(' ').slice(0, 2).join(' ')} ${docs[second]?.content.split(' ')[5]}`;
		const relevant = [...new Set([i + 1, second + 1])];
		return { query_id: `q_${i}`, text, stratum: STRATA[i % STRATA.length], relevant_ids: relevant };
	});
	const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
	writeFileSync(join(directory, 'corpus.jsonl'), lines(docs));
	writeFileSync(join(directory, 'queries.jsonl'), lines(queries));
	writeFileSync(
		join(directory, 'qrels.jsonl'),
		lines(queries.map(({ query_id, relevant_ids }) => ({ query_id, relevant_ids }))),
	);
}

async function measure(executable: string, file: string): Promise<void> {
	const browser = await openChromium(executable);
	try {
		for (const javaScriptEnabled of [true, false]) {
			const context = await browser.newContext({ javaScriptEnabled });
			const page = await context.newPage();
			const started = performance.now();
			await page.goto(`file://${file}`, { waitUntil: 'load' });
			await page.locator('h1').textContent();
			const opened = performance.now();
			console.log(
				`opened     in ${((opened - started) / 1000).toFixed(2)} s ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
			);
			if (!javaScriptEnabled) continue;
			await page.locator('table.browse thead button').nth(3).click();
			console.log(`sorted     in ${((performance.now() - opened) / 1000).toFixed(2)} s`);
		}
	} finally {
		await browser.close();
	}
}
