import type { Doc, OptionValues, Query, Ranking, RetrieverPlugin } from '../../harness/contract.ts';
import { option } from '../../harness/options.ts';
import { createAnyOf } from './any-of.ts';
import { bestDocuments, ranksByImportance } from './best-documents.ts';
import { COLUMNS, createLexicalTable, quoted } from './lexical-table.ts';
import { MOST_WORDS, TOKENIZER_HELP, TOKENIZERS, type Tokenizer } from './tokenizers.ts';

const COLUMN_NAMES = Object.keys(COLUMNS);

const options = {
	tokenizer: option.choice('unicode61', ['unicode61', 'porter', 'trigram', 'segment'], TOKENIZER_HELP),
	columns: option.list(COLUMN_NAMES, { choices: COLUMN_NAMES, minItems: 1, help: 'the indexed fields of a document' }),
};

export type Fts5Options = OptionValues<typeof options>;

/**
 * The plain lexical reference: the OR of the query's distinct words (letter case aside, the first 1,000), ordered by
 * SQLite's `bm25()` (k1 = 1.2, b = 0.75, all columns weigh 1), then by importance, then corpus order.
 *
 * The score is -bm25, higher is better. Where two documents have equal bm25 and differ in importance, the lesser one's
 * score is lowered by a relative 2^-52, so that the order survives as scores.
 */
export const fts5: RetrieverPlugin<typeof options> = {
	name: 'fts5',
	summary: 'SQLite FTS5, the plain reference: OR of the tokens, bm25(), then importance',
	options,
	stage: 'lexical',
	keepsSensitiveLocal: true,
	async index(corpus: readonly Doc[], { tokenizer, columns }: Fts5Options) {
		const used: Tokenizer = TOKENIZERS[tokenizer];
		const table = await createLexicalTable(corpus, { columns, tokenizer: used, keepText: false });
		const anyOf = createAnyOf(table);
		const tieRank = ranksByImportance(corpus);
		return {
			retrieve(query: Query, depth: number): Ranking {
				const words = used.words(query.text).slice(0, MOST_WORDS);
				if (words.length === 0) return [];
				const scores = anyOf(words.map(quoted));
				const best = Array.from(bestDocuments(scores, tieRank, depth));
				return withoutImportanceTies(
					best.map((docIndex) => ({ doc: corpus[docIndex] as Doc, score: scores[docIndex] as number })),
				);
			},
			indexSizeBytes: table.sizeBytes,
			...(Object.keys(used.facts).length === 0 ? {} : { facts: () => used.facts }),
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
