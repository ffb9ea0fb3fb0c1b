import type { Doc, OptionValues, Query, Ranking, RetrieverPlugin } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';
import { createAnyOf } from './any-of.ts';
import { bestDocuments, ranksByImportance } from './best-documents.ts';
import { COLUMNS, createLexicalTable, quoted } from './lexical-table.ts';
import { QUERY_STOP_WORDS } from './stop-words.ts';
import { MOST_WORDS, TOKENIZER_HELP, TOKENIZERS, type Tokenizer } from './tokenizers.ts';

const COLUMN_NAMES = Object.keys(COLUMNS);

const options = {
	tokenizer: option.choice('unicode61', ['unicode61', 'porter', 'trigram', 'segment'], TOKENIZER_HELP),
	stop_words: option.choice(
		'none',
		['none', 'english'],
		'words of the query that are not searched for: none, or English function words (unless it has no others)',
	),
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
	validate({ tokenizer, stop_words }: Fts5Options) {
		if (tokenizer === 'trigram' && stop_words !== 'none')
			throw new BenchError('usage', 'fts5: stop_words=english needs a tokenizer that makes words, not trigram', {
				hint: 'Set stop_words=none, or another tokenizer.',
			});
	},
	cutsQuery: ({ text }, settings: Fts5Options) => wordsOf(text, settings).length > MOST_WORDS,
	async index(corpus: readonly Doc[], settings: Fts5Options) {
		const { tokenizer, columns } = settings;
		const used: Tokenizer = TOKENIZERS[tokenizer];
		const table = await createLexicalTable(corpus, { columns, tokenizer: used, keepText: false });
		const anyOf = createAnyOf(table);
		const tieRank = ranksByImportance(corpus);
		return {
			retrieve(query: Query, depth: number): Ranking {
				const words = wordsOf(query.text, settings).slice(0, MOST_WORDS);
				if (words.length === 0) return [];
				const scores = anyOf(words.map(quoted));
				const best = Array.from(bestDocuments(scores, tieRank, depth, 0));
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

/**
 * `fts5` for questions in English: stemmed by Porter, and not searched for the function words that a question is full of.
 * Its options can be set otherwise, as those of `fts5`.
 */
export const fts5English: RetrieverPlugin<typeof options> = {
	...fts5,
	name: 'fts5:english',
	summary: 'fts5 with the Porter stemmer, without English function words in the query',
	options: {
		...options,
		tokenizer: { ...options.tokenizer, default: 'porter' },
		stop_words: { ...options.stop_words, default: 'english' },
	},
};

/** The words that a query asks for, before the cut to {@link MOST_WORDS}. */
function wordsOf(text: string, { tokenizer, stop_words }: Fts5Options): readonly string[] {
	const all = TOKENIZERS[tokenizer].words(text);
	const content = stop_words === 'none' ? all : all.filter((word) => !QUERY_STOP_WORDS.has(word));
	return content.length === 0 ? all : content;
}

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
