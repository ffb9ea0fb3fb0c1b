import type { Doc, OptionValues, Query, Ranking, RetrieverPlugin } from '../../harness/contract.ts';
import { option } from '../../harness/options.ts';
import { topCandidates } from '../../harness/ranking.ts';
import { createAnyOf } from './any-of.ts';
import { COLUMNS, createLexicalTable, quoted } from './lexical-table.ts';
import { MOST_WORDS, TOKENIZER_HELP, TOKENIZERS, type Tokenizer } from './tokenizers.ts';

const options = {
	sort: option.choice(
		'relevance',
		['relevance', 'importance'],
		'which weighs more: relevance (0.7 bm25 + 0.3 importance) or importance (0.4 + 0.6)',
	),
	tokenizer: option.choice('unicode61', ['unicode61', 'porter', 'trigram', 'segment'], TOKENIZER_HELP),
};

type FtsOptions = OptionValues<typeof options>;

/** Weights of -bm25 and of importance. */
const SORTS = {
	relevance: { bm25: 0.7, importance: 0.3 },
	importance: { bm25: 0.4, importance: 0.6 },
} as const;

/** SQLite refuses longer LIKE patterns (SQLITE_MAX_LIKE_PATTERN_LENGTH, bytes). */
const LONGEST_PATTERN = 50_000;

/**
 * A memory store's production search: FTS5 with unicode61 and no stemming; the query's whitespace tokens, each quoted,
 * the first 1,000 of them, all required, any of them where no document has all; score = 0.7 x (-bm25) + 0.3 x importance (0.4 and 0.6
 * with `sort=importance`), computed over every match before the cut to depth. Content, category, tags and expanded
 * keywords are searched alike.
 *
 * FTS5 refuses a query with a NUL in it. The result is then the documents of which any column contains the query, letter
 * case aside, scored by their importance. A NUL stands for any text there.
 */
export const fts: RetrieverPlugin<typeof options> = {
	name: 'fts',
	summary: 'SQLite FTS5 as a memory store runs it: AND, else OR; bm25 mixed with importance',
	options,
	stage: 'lexical',
	keepsSensitiveLocal: true,
	cutsQuery: ({ text }, { tokenizer }: FtsOptions) =>
		tokensOf(text, tokenizer).length > MOST_WORDS ||
		// They are looked for only where no document has every token, which the corpus decides: it counts as cut all the same.
		(tokenizer === 'trigram' && TOKENIZERS.trigram.words(text).length > MOST_WORDS),
	async index(corpus: readonly Doc[], { sort, tokenizer }: FtsOptions) {
		const used: Tokenizer = TOKENIZERS[tokenizer];
		const weights = SORTS[sort];
		const table = await createLexicalTable(corpus, {
			columns: Object.keys(COLUMNS),
			tokenizer: used,
			keepText: true,
		});
		const matching = table.database.prepare<[string, number], Row>(
			`SELECT doc_index AS docIndex, ${weights.bm25} * -bm25(doc) + ${weights.importance} * importance AS score
			 FROM doc JOIN prior ON doc_index = doc.rowid WHERE doc MATCH ? ORDER BY score DESC, doc_index LIMIT ?`,
		);
		const containing = table.database.prepare<[{ pattern: string; depth: number }], Row>(
			`SELECT doc_index AS docIndex, importance AS score FROM doc JOIN prior ON doc_index = doc.rowid
			 WHERE content LIKE @pattern ESCAPE '\\' OR category LIKE @pattern ESCAPE '\\'
			    OR tags LIKE @pattern ESCAPE '\\' OR expanded_keywords LIKE @pattern ESCAPE '\\'
			 ORDER BY importance DESC, doc_index LIMIT @depth`,
		);

		const anyOf = createAnyOf(table);
		const importance = Float64Array.from(corpus, (doc) => doc.importance);
		function ofAny(phrases: readonly string[], depth: number): readonly Row[] {
			const scores = anyOf(phrases);
			for (let docIndex = 0; docIndex < scores.length; docIndex++) {
				const sum = scores[docIndex] as number;
				scores[docIndex] =
					sum > 0
						? weights.bm25 * sum + weights.importance * (importance[docIndex] as number)
						: Number.NEGATIVE_INFINITY;
			}
			return Array.from(topCandidates(scores, depth), (docIndex) => ({ docIndex, score: scores[docIndex] as number }));
		}

		function search(text: string, depth: number): readonly Row[] {
			const tokens = tokensOf(text, tokenizer).slice(0, MOST_WORDS);
			if (tokens.length === 0 || depth === 0) return [];
			const phrases = tokens.map(quoted);
			try {
				const all = matching.all(phrases.join(' AND '), depth);
				if (all.length > 0) return all;
				// A part of a word is a word here, so that one unspaced run is several.
				if (tokenizer === 'trigram') return ofAny(used.words(text).slice(0, MOST_WORDS).map(quoted), depth);
				return phrases.length === 1 ? all : ofAny(phrases, depth);
			} catch (error) {
				if (!isRefusal(error)) throw error;
				const pattern = containingPattern(text);
				return pattern === undefined ? [] : containing.all({ pattern, depth });
			}
		}

		return {
			retrieve: (query: Query, depth: number): Ranking =>
				search(query.text, depth).map(({ docIndex, score }) => ({ docId: (corpus[docIndex] as Doc).id, score })),
			indexSizeBytes: table.sizeBytes,
			...(Object.keys(used.facts).length === 0 ? {} : { facts: () => used.facts }),
			close: table.close,
		};
	},
};

/** The tokens that a query asks for, before the cut to {@link MOST_WORDS}. */
function tokensOf(text: string, tokenizer: FtsOptions['tokenizer']): readonly string[] {
	// A piece without a word in it (punctuation that stands alone) is left out of segmented text only: there are spaces around it.
	return TOKENIZERS[tokenizer]
		.prepare(text)
		.split(/\s+/)
		.filter((token) => token !== '' && (tokenizer !== 'segment' || /[\p{L}\p{N}]/u.test(token)));
}

interface Row {
	readonly docIndex: number;
	readonly score: number;
}

/** None where nothing is left to look for, or more than SQLite would read. */
function containingPattern(text: string): string | undefined {
	const parts = text.split('\0').map((part) => part.trim());
	if (parts.every((part) => part === '')) return undefined;
	const pattern = `%${parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%')}%`;
	return Buffer.byteLength(pattern) > LONGEST_PATTERN ? undefined : pattern;
}

/** FTS5 says what is wrong with a query as a plain SQL error. */
function isRefusal(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR';
}
