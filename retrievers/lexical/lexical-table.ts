import type { Database } from 'better-sqlite3';
import type { Doc } from '../../harness/contract.ts';
import type { Tokenizer } from './tokenizers.ts';

/** The corpus in an FTS5 table in memory; its rowid is the docIndex. */
export interface LexicalTable {
	readonly database: Database;
	/** How many documents it holds. */
	readonly docs: number;
	/** Pages in use, in bytes. */
	sizeBytes(): number;
	close(): void;
}

/** The columns that can be indexed. Ids, dates and metadata are not. */
export const COLUMNS: Readonly<Record<string, (doc: Doc) => string>> = {
	content: (doc) => doc.content,
	category: (doc) => doc.category ?? '',
	tags: (doc) => doc.tags.join(' '),
	expanded_keywords: (doc) => doc.expandedKeywords.join(' '),
};

export interface LexicalTableOptions {
	/** Names from {@link COLUMNS}. */
	readonly columns: readonly string[];
	readonly tokenizer: Pick<Tokenizer, 'tokenize' | 'prepare'>;
	/** Keeps the text itself, for LIKE; without it the table is contentless and about half the size. */
	readonly keepText: boolean;
}

/**
 * Indexes a corpus, a column each for what is named, all of bm25 weight 1. Importance stands in a plain table beside it.
 */
export async function createLexicalTable(
	corpus: readonly Doc[],
	{ columns, tokenizer, keepText }: LexicalTableOptions,
): Promise<LexicalTable> {
	const { default: Sqlite } = await import('better-sqlite3');
	const database = new Sqlite(':memory:');
	database.exec(
		`CREATE VIRTUAL TABLE doc USING fts5(${columns.join(', ')}, tokenize='${tokenizer.tokenize}'${keepText ? '' : ", content=''"});
		 CREATE TABLE prior (doc_index INTEGER PRIMARY KEY, importance REAL NOT NULL);`,
	);
	const read = columns.map((column) => COLUMNS[column] as (doc: Doc) => string);
	const insertDoc = database.prepare(
		`INSERT INTO doc (rowid, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
	);
	const insertPrior = database.prepare('INSERT INTO prior (doc_index, importance) VALUES (?, ?)');
	database.transaction(() => {
		corpus.forEach((doc, docIndex) => {
			insertDoc.run(docIndex, ...read.map((column) => tokenizer.prepare(column(doc))));
			insertPrior.run(docIndex, doc.importance);
		});
	})();
	database.exec("INSERT INTO doc (doc) VALUES ('optimize')");
	return {
		database,
		docs: corpus.length,
		sizeBytes: () => {
			const pages = database.pragma('page_count', { simple: true }) as number;
			return pages * (database.pragma('page_size', { simple: true }) as number);
		},
		close: () => database.close(),
	};
}

/** FTS5's way to write a string: in double quotes, those inside it doubled. Nothing in it is an operator. */
export function quoted(token: string): string {
	return `"${token.replaceAll('"', '""')}"`;
}
