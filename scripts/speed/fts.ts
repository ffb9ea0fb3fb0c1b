/**
 * The lexical retrievers beside SQLite's own `ORDER BY bm25() LIMIT` and PyPI bm25s on documents of 60 words:
 * `node --import tsx scripts/speed/fts.ts [documents] [queries] [systems]` (100,000, 100 and `fts5,fts,sqlite,bm25s` unless
 * told). Every system answers the same queries twice, in both orders of the systems; times are processor milliseconds per
 * query, and the first round is the cold one. Rows of `fts5` must be those of SQLite, scores and all (documents of equal
 * score may change places), or the script fails.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Query, Ranking, RetrieveContext } from '../../harness/contract.ts';
import { defaultsOf } from '../../harness/options.ts';
import { fts } from '../../retrievers/lexical/fts.ts';
import { fts5 } from '../../retrievers/lexical/fts5.ts';
import { createLexicalTable } from '../../retrievers/lexical/lexical-table.ts';
import { TOKENIZERS } from '../../retrievers/lexical/tokenizers.ts';
import { silentContext } from '../silent-context.ts';
import { percentile, rounded } from './large-corpus.ts';
import { peerPython, runPeer } from './peers.ts';
import { syntheticDocs, syntheticQueries } from './synthetic-corpus.ts';

const size = Number(process.argv[2] ?? 100_000);
const queries = syntheticQueries(Number(process.argv[3] ?? 100));
const wanted = (process.argv[4] ?? 'fts5,fts,sqlite,bm25s').split(',');
const DEPTH = 50;

const corpus = syntheticDocs(size);
const dataset = { directory: '', corpus, queries } as unknown as Parameters<typeof silentContext>[0];
const context: RetrieveContext = { seeds: new Map(), time: (_stage, work) => work(), startedFrom: () => undefined };
const cpu = (): number => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1e3;
};

const started = cpu();
const ours = await fts5.index(corpus, defaultsOf(fts5.options), silentContext(dataset));
const indexed = cpu();
const production = wanted.includes('fts')
	? await fts.index(corpus, defaultsOf(fts.options), silentContext(dataset))
	: undefined;
const sqlite = wanted.includes('sqlite') ? await sqliteSearch() : undefined;

async function sqliteSearch(): Promise<(query: Query) => Ranking> {
	const columns = ['content', 'category', 'tags', 'expanded_keywords'];
	const table = await createLexicalTable(corpus, { columns, tokenizer: TOKENIZERS.unicode61, keepText: false });
	const statement = table.database.prepare<[string, number], { docIndex: number; score: number }>(
		'SELECT rowid AS docIndex, -bm25(doc) AS score FROM doc WHERE doc MATCH ? ORDER BY score DESC, rowid LIMIT ?',
	);
	return ({ text }) => {
		const tokens = [...new Set(text.toLowerCase().match(/[a-z0-9_]+/g) ?? [])];
		return statement
			.all(tokens.map((token) => `"${token}"`).join(' OR '), DEPTH)
			.map(({ docIndex, score }) => ({ docId: `d${docIndex}`, score }));
	};
}

const systems: Readonly<Record<string, (query: Query) => Promise<Ranking> | Ranking>> = {
	fts5: (query) => ours.retrieve(query, DEPTH, context),
	...(production === undefined ? {} : { fts: (query: Query) => production.retrieve(query, DEPTH, context) }),
	...(sqlite === undefined ? {} : { 'SQLite ORDER BY bm25() LIMIT': sqlite }),
};

for (const query of sqlite === undefined ? [] : queries.slice(0, 20)) {
	const [mine, theirs] = [await ours.retrieve(query, DEPTH, context), sqlite?.(query) ?? []];
	// A tie may cost ours one bit, which says that its importance is less.
	const differs = mine.some(({ score }, rank) => Math.abs(score / (theirs[rank]?.score ?? 0) - 1) > 1e-14);
	if (differs || mine.length !== theirs.length) throw new Error(`fts5 and SQLite differ on ${query.id}`);
}

function runBm25s(): void {
	const python = wanted.includes('bm25s') ? peerPython(['bm25s', 'numpy']) : undefined;
	if (python === undefined) return;
	const folder = mkdtempSync(join(tmpdir(), 'bench-fts-'));
	try {
		for (const [name, texts] of [
			['documents', corpus.map(({ content }) => content)],
			['queries', queries.map(({ text }) => text)],
		] as const)
			writeFileSync(join(folder, `${name}.txt`), texts.map((text) => `${text}\n`).join(''));
		for (const line of runPeer(python, 'fts_peer.py', [folder])) console.log(JSON.stringify(line));
	} finally {
		rmSync(folder, { recursive: true });
	}
}

console.log(JSON.stringify({ docs: size, index_cpu_s: rounded((indexed - started) / 1e3) }));
for (const order of [Object.keys(systems), Object.keys(systems).reverse()]) {
	for (const name of order) {
		const times: number[] = [];
		for (const query of queries) {
			const before = cpu();
			await systems[name]?.(query);
			times.push(cpu() - before);
		}
		console.log(
			JSON.stringify({
				system: name,
				docs: size,
				queries: times.length,
				mean_cpu_ms: rounded(times.reduce((sum, time) => sum + time, 0) / times.length),
				p50_cpu_ms: rounded(percentile(times, 50)),
				p95_cpu_ms: rounded(percentile(times, 95)),
			}),
		);
	}
	// Between the two rounds and after them: a process of its own, so that neither has the other's memory.
	runBm25s();
}
console.log(JSON.stringify({ peak_mb: rounded(process.resourceUsage().maxRSS / 1e3) }));
