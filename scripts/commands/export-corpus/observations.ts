import type { Database } from 'better-sqlite3';
import type { Doc, JsonObject } from '../../../harness/contract.ts';
import { checkColumn, findTable, quotedName, tablesOf } from './schema.ts';
import type { MemoryStore, Row } from './store.ts';
import { dateOf, integerOf, itemsOf, textOf } from './values.ts';

export const PARTS = ['each', 'joined', 'fields'] as const;
/**
 * Whether title, narrative and facts of an observation are a document each, or one together; `fields`: together, and
 * each kept in the metadata, where `units=fields` of a dense retriever finds them.
 */
export type Parts = (typeof PARTS)[number];

const TABLE = 'observations';
const NEEDED = ['id', 'title', 'narrative', 'facts'] as const;
/** The columns that go to the metadata where they exist. */
const FACTS_ABOUT = ['type', 'project', 'subtitle', 'prompt_number', 'created_at_epoch'] as const;
const LISTS_ABOUT = ['concepts', 'files_read', 'files_modified'] as const;

/** Whether a database is one of claude-mem's: it has the table of observations with its text in three columns. */
export function holdsObservations(database: Database): boolean {
	return tablesOf(database).some(
		({ name, columns }) => name === TABLE && NEEDED.every((column) => columns.includes(column)),
	);
}

/**
 * claude-mem's observations: `facts`, `concepts` and the files are JSON arrays in text columns, `created_at_epoch` is in
 * milliseconds. Older databases have one `text` column instead, read where narrative and facts are empty.
 */
export function observations(database: Database, parts: Parts): MemoryStore {
	const table = findTable(tablesOf(database), TABLE, 'narrative');
	for (const column of NEEDED) checkColumn(table, column, column);
	const optional = [...FACTS_ABOUT, ...LISTS_ABOUT, 'text', 'created_at'].filter((column) =>
		table.columns.includes(column),
	);
	return {
		table: TABLE,
		mapping: { content: parts === 'each' ? 'title | narrative | each of facts' : 'title + narrative + facts' },
		sql: `SELECT ${[...NEEDED, ...optional].map(quotedName).join(', ')} FROM ${quotedName(TABLE)} ORDER BY id`,
		marksSensitive: false,
		read(row) {
			const createdAt = dateOf(row.created_at_epoch ?? row.created_at);
			const texts = textsOf(row);
			const shared = {
				tags: [],
				expandedKeywords: [],
				importance: 0.5,
				...(createdAt === undefined || createdAt === 'unreadable' ? {} : { createdAt }),
				sensitive: false,
			};
			const id = textOf(row.id);
			const about: JsonObject = { observation: id, ...metadataOf(row), ...(parts === 'fields' ? fieldsOf(row) : {}) };
			const docs: Doc[] =
				parts !== 'each'
					? [{ id, content: texts.map(({ text }) => text).join('\n'), ...shared, metadata: about }]
					: texts.map(({ part, text }) => ({
							id: `${id}-${part}`,
							content: text,
							...shared,
							metadata: { ...about, part },
						}));
			return { docs, sensitive: false, unreadableDate: createdAt === 'unreadable' };
		},
	};
}

function textsOf(row: Row): readonly { readonly part: string; readonly text: string }[] {
	const facts = itemsOf(row.facts);
	const narrative = textOf(row.narrative).trim();
	const old = narrative === '' && facts.length === 0 ? textOf(row.text).trim() : '';
	return [
		{ part: 'title', text: textOf(row.title).trim() },
		{ part: 'narrative', text: narrative },
		{ part: 'text', text: old },
		...facts.map((text, place) => ({ part: `fact-${place + 1}`, text })),
	].filter(({ text }) => text !== '');
}

/** Those that have a text, under the names by which `units=fields` looks for them. */
function fieldsOf(row: Row): JsonObject {
	const [title, narrative, facts] = [textOf(row.title).trim(), textOf(row.narrative).trim(), itemsOf(row.facts)];
	return {
		...(title === '' ? {} : { title }),
		...(narrative === '' ? {} : { narrative }),
		...(facts.length === 0 ? {} : { facts }),
	};
}

function metadataOf(row: Row): JsonObject {
	const facts = FACTS_ABOUT.flatMap((name) => {
		const cell = row[name];
		if (typeof cell === 'bigint') return [[name, integerOf(cell)] as const];
		return typeof cell === 'string' || typeof cell === 'number' ? [[name, cell] as const] : [];
	});
	const lists = LISTS_ABOUT.flatMap((name) => {
		const items = itemsOf(row[name]);
		return items.length === 0 ? [] : [[name, items] as const];
	});
	return Object.fromEntries([...facts, ...lists]);
}
