import type { Doc, Query, Ranking, RetrieverPlugin } from '../harness/contract.ts';
import { BenchError } from '../harness/errors.ts';
import { topCandidates } from '../harness/ranking.ts';
import { createAnyOf } from './any-of.ts';
import { choice } from './choice.ts';
import { COLUMNS, createLexicalTable, quoted } from './lexical-table.ts';

export type Fts5Options = {
	/** `unicode61` (no stemming) or `porter` (unicode61, then the Porter stemmer). */
	readonly tokenizer: string;
	/** What is indexed of a document. */
	readonly columns: readonly string[];
};

const TOKENIZERS = { unicode61: 'unicode61', porter: 'porter unicode61' } as const;

/**
 * The plain lexical reference: the OR of the query's distinct `[A-Za-z0-9_]+` tokens (letter case aside), ordered by
 * SQLite's `bm25()` (k1 = 1.2, b = 0.75, all columns weigh 1), then by importance, then corpus order.
 *
 * The score is -bm25, higher is better. Where two documents have equal bm25 and differ in importance, the lesser one's
 * score is lowered by a relative 2^-52, so that the order survives as scores.
 */
export const fts5: RetrieverPlugin<Fts5Options> = {
	name: 'fts5',
	summary: 'SQLite FTS5, the plain reference: OR of the tokens, bm25(), then importance',
	defaults: { tokenizer: 'unicode61', columns: Object.keys(COLUMNS) },
	help: { tokenizer: 'unicode61 (no stemming) or porter (stemming)', columns: 'what is indexed of a document' },
	stage: 'lexical',
	keepsSensitiveLocal: true,
	async index(corpus: readonly Doc[], options: Fts5Options) {
		const tokenizer = choice('fts5', 'tokenizer', options.tokenizer, TOKENIZERS);
		for (const column of options.columns) choice('fts5', 'columns', column, COLUMNS);
		if (options.columns.length === 0) throw new BenchError('usage', 'fts5: option columns names none');
		const table = await createLexicalTable(corpus, { columns: options.columns, tokenizer, keepText: false });
		const anyOf = createAnyOf(table);
		// Places by importance, then corpus order: what the lower number means where scores are equal.
		const byPrior = Int32Array.from(corpus.keys());
		byPrior.sort((x, y) => (corpus[y] as Doc).importance - (corpus[x] as Doc).importance || x - y);
		return {
			retrieve(query: Query, depth: number): Ranking {
				const tokens = new Set(query.text.toLowerCase().match(/[a-z0-9_]+/g) ?? []);
				if (tokens.size === 0) return [];
				const scores = anyOf([...tokens].map(quoted));
				const ordered = Float64Array.from(byPrior, (place) => scores[place] as number);
				const best = Array.from(topCandidates(ordered, depth), (prior) => byPrior[prior] as number);
				return withoutImportanceTies(
					best.map((place) => ({ doc: corpus[place] as Doc, score: scores[place] as number })),
				);
			},
			indexSizeBytes: table.sizeBytes,
			close: table.close,
		};
	},
};

/** Documents in order, their scores lowered just enough that one of less importance never ties with the one before it. */
function withoutImportanceTies(rows: readonly { readonly doc: Doc; readonly score: number }[]): Ranking {
	const ranking: { docId: string; score: number }[] = [];
	rows.forEach(({ doc, score }, rank) => {
		const before = rows[rank - 1]?.doc;
		const ceiling = ranking[rank - 1]?.score;
		const ties = before !== undefined && ceiling !== undefined && score >= ceiling;
		const lowered = ties && doc.importance < before.importance ? ceiling * (1 - 2 ** -52) : ceiling;
		ranking.push({ docId: doc.id, score: ties ? (lowered as number) : score });
	});
	return ranking;
}
