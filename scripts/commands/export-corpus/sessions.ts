import type { Database } from 'better-sqlite3';
import type { Doc } from '../../../harness/contract.ts';
import { checkColumn, findTable, quotedName, tablesOf } from './schema.ts';
import type { MemoryStore } from './store.ts';
import { dateOf, itemsOf, textOf } from './values.ts';

const TABLE = 'session_summaries';
/** In the order in which claude-mem shows them; a column that an older database lacks is left out. */
const TEXTS = ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'] as const;
const LISTS_ABOUT = ['files_read', 'files_edited'] as const;
const FACTS_ABOUT = ['project', 'prompt_number', 'created_at_epoch'] as const;

/** claude-mem's summaries of sessions: a document each, its texts joined, and each of them kept as a field. */
export function sessions(database: Database): MemoryStore {
	const table = findTable(tablesOf(database), TABLE, 'request');
	checkColumn(table, 'id', 'id');
	const there = (columns: readonly string[]): readonly string[] =>
		columns.filter((column) => table.columns.includes(column));
	const texts = there(TEXTS);
	const columns = ['id', ...texts, ...there([...LISTS_ABOUT, ...FACTS_ABOUT, 'created_at'])];
	return {
		table: TABLE,
		mapping: { content: texts.join(' + ') },
		sql: `SELECT ${columns.map(quotedName).join(', ')} FROM ${quotedName(TABLE)} ORDER BY id`,
		marksSensitive: false,
		read(row) {
			const createdAt = dateOf(row.created_at_epoch ?? row.created_at);
			const parts = texts.map((name) => [name, textOf(row[name]).trim()] as const).filter(([, text]) => text !== '');
			const lists = LISTS_ABOUT.map((name) => [name, itemsOf(row[name])] as const).filter(
				([, items]) => items.length > 0,
			);
			const facts = FACTS_ABOUT.flatMap((name) => {
				const cell = row[name];
				return typeof cell === 'string' || typeof cell === 'number' ? [[name, cell] as const] : [];
			});
			const doc: Doc = {
				id: `session-${textOf(row.id)}`,
				content: parts.map(([, text]) => text).join('\n'),
				tags: [],
				expandedKeywords: [],
				importance: 0.5,
				...(createdAt === undefined || createdAt === 'unreadable' ? {} : { createdAt }),
				sensitive: false,
				metadata: { kind: 'session', ...Object.fromEntries([...parts, ...facts, ...lists]) },
			};
			return { docs: [doc], sensitive: false, unreadableDate: createdAt === 'unreadable' };
		},
	};
}
