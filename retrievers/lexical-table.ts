import type { Database } from 'better-sqlite3';
import type { Doc } from '../harness/contract.ts';

/** The corpus in an FTS5 table in memory; its rowid is the document's place in the corpus. */
export interface LexicalTable {
	readonly database: Database;
	/** Pages in use, in bytes. */
	sizeBytes(): number;
	close(): void;
}

export interface LexicalTableOptions {
	/** As FTS5's `tokenize=` takes it. */
	readonly tokenizer: string;
	/** Keeps the text itself, for LIKE; without it the table is contentless and about half the size. */
	readonly keepText: boolean;
}

/**
 * Indexes what a memory store searches: content, category, tags and expanded keywords, a column each, all of bm25
 * weight 1. Ids, dates and metadata are not indexed. Importance stands in a plain table beside it.
 */
export async function createLexicalTable(
	corpus: readonly Doc[],
	{ tokenizer, keepText }: LexicalTableOptions,
): Promise<LexicalTable> {
	const { default: Sqlite } = await import('better-sqlite3');
	const database = new Sqlite(':memory:');
	database.exec(
		`CREATE VIRTUAL TABLE doc USING fts5(content, category, tags, expanded_keywords, tokenize='${tokenizer}'${keepText ? '' : ", content=''"});
		 CREATE TABLE prior (place INTEGER PRIMARY KEY, importance REAL NOT NULL);`,
	);
	const insertDoc = database.prepare(
		'INSERT INTO doc (rowid, content, category, tags, expanded_keywords) VALUES (?, ?, ?, ?, ?)',
	);
	const insertPrior = database.prepare('INSERT INTO prior (place, importance) VALUES (?, ?)');
	database.transaction(() => {
		corpus.forEach((doc, place) => {
			insertDoc.run(place, doc.content, doc.category ?? '', doc.tags.join(' '), doc.expandedKeywords.join(' '));
			insertPrior.run(place, doc.importance);
		});
	})();
	database.exec("INSERT INTO doc (doc) VALUES ('optimize')");
	return {
		database,
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
