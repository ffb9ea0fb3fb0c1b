import type { Doc, Query, Ranking, RetrieverPlugin } from '../harness/contract.ts';
import { BenchError } from '../harness/errors.ts';
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
		const best = table.database.prepare<[string, number], Row>(
			`SELECT place, -bm25(doc) AS score, importance FROM doc JOIN prior ON place = doc.rowid
			 WHERE doc MATCH ? ORDER BY score DESC, importance DESC, place LIMIT ?`,
		);
		return {
			retrieve(query: Query, depth: number): Ranking {
				const tokens = new Set(query.text.toLowerCase().match(/[a-z0-9_]+/g) ?? []);
				if (tokens.size === 0) return [];
				const rows = best.all([...tokens].map(quoted).join(' OR '), depth);
				const scores = withoutImportanceTies(rows);
				return rows.map(({ place }, rank) => ({
					docId: (corpus[place] as Doc).id,
					score: scores[rank] as number,
				}));
			},
			indexSizeBytes: table.sizeBytes,
			close: table.close,
		};
	},
};

interface Row {
	readonly place: number;
	readonly score: number;
	readonly importance: number;
}

/** The scores of rows in order, lowered just enough that a row of less importance never ties with the one before it. */
function withoutImportanceTies(rows: readonly Row[]): readonly number[] {
	const scores: number[] = [];
	rows.forEach(({ score, importance }, rank) => {
		const before = rows[rank - 1];
		const ceiling = scores[rank - 1];
		if (before === undefined || ceiling === undefined || score < ceiling) scores.push(score);
		else scores.push(importance < before.importance ? ceiling * (1 - 2 ** -52) : ceiling);
	});
	return scores;
}
