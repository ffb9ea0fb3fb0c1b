/**
 * The lexical retrievers beside SQLite's own `ORDER BY bm25() LIMIT` on documents of 60 words:
 * `node --import tsx scripts/speed/fts.ts [documents] [queries]`. Every system answers the same queries twice, in both
 * orders of the systems; times are processor milliseconds per query, and the first round is the cold one. Rows of
 * `fts5` must be those of SQLite, scores and all (documents of equal score may change places), or the script fails.
 */
import type { Query, Ranking, RetrieveContext } from '../../harness/contract.ts';
import { defaultsOf } from '../../harness/options.ts';
import { fts } from '../../retrievers/lexical/fts.ts';
import { fts5 } from '../../retrievers/lexical/fts5.ts';
import { createLexicalTable } from '../../retrievers/lexical/lexical-table.ts';
import { TOKENIZERS } from '../../retrievers/lexical/tokenizers.ts';
import { silentContext } from '../silent-context.ts';
import { percentile, rounded } from './large-corpus.ts';
import { syntheticDocs, syntheticQueries } from './synthetic-corpus.ts';

const size = Number(process.argv[2] ?? 100_000);
const queries = syntheticQueries(Number(process.argv[3] ?? 100));
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
const production = await fts.index(corpus, defaultsOf(fts.options), silentContext(dataset));
const columns = ['content', 'category', 'tags', 'expanded_keywords'];
const table = await createLexicalTable(corpus, { columns, tokenizer: TOKENIZERS.unicode61, keepText: false });
const statement = table.database.prepare<[string, number], { docIndex: number; score: number }>(
	'SELECT rowid AS docIndex, -bm25(doc) AS score FROM doc WHERE doc MATCH ? ORDER BY score DESC, rowid LIMIT ?',
);

const peer = ({ text }: Query): Ranking => {
	const tokens = [...new Set(text.toLowerCase().match(/[a-z0-9_]+/g) ?? [])];
	return statement
		.all(tokens.map((token) => `"${token}"`).join(' OR '), DEPTH)
		.map(({ docIndex, score }) => ({ docId: `d${docIndex}`, score }));
};
const systems: Readonly<Record<string, (query: Query) => Promise<Ranking> | Ranking>> = {
	fts5: (query) => ours.retrieve(query, DEPTH, context),
	fts: (query) => production.retrieve(query, DEPTH, context),
	'SQLite ORDER BY bm25() LIMIT': peer,
};

for (const query of queries.slice(0, 20)) {
	const [mine, theirs] = [await ours.retrieve(query, DEPTH, context), peer(query)];
	// A tie may cost ours one bit, which says that its importance is less.
	const differs = mine.some(({ score }, rank) => Math.abs(score / (theirs[rank]?.score ?? 0) - 1) > 1e-14);
	if (differs || mine.length !== theirs.length) throw new Error(`fts5 and SQLite differ on ${query.id}`);
}

console.log(JSON.stringify({ docs: size, index_cpu_s: rounded((indexed - started) / 1e3) }));
for (const order of [Object.keys(systems), Object.keys(systems).reverse()])
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
console.log(JSON.stringify({ peak_mb: rounded(process.resourceUsage().maxRSS / 1e3) }));
