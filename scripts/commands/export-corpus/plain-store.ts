import type { Database } from 'better-sqlite3';
import type { Json } from '../../../harness/contract.ts';
import { BenchError } from '../../../harness/errors.ts';
import { unknownName } from '../../../harness/names.ts';
import { checkColumn, findTable, quotedName, tablesOf } from './schema.ts';
import type { MemoryStore } from './store.ts';
import { type Cell, dateOf, integerOf, keywordsOf, sensitiveOf, tagsOf, textOf } from './values.ts';

/** The fields of a document that a column can fill; each one's column is of the same name unless mapped. */
const FIELDS = [
	'id',
	'content',
	'category',
	'tags',
	'expanded_keywords',
	'importance',
	'is_sensitive',
	'created_at',
] as const;

export interface PlainMapping {
	readonly table?: string;
	/** `field=column`; an empty column leaves the field out. */
	readonly map: readonly string[];
	/** Columns kept as metadata. */
	readonly keep: readonly string[];
	/** The largest importance that the store gives. */
	readonly importanceMax: number;
}

/** A store with one row a memory. */
export function plainStore(database: Database, given: PlainMapping): MemoryStore {
	const set = readMap(given.map);
	const table = findTable(tablesOf(database), given.table, set.get('content') ?? 'content');
	const columns = new Map<string, string>();
	for (const field of FIELDS) {
		const column = set.get(field) ?? field;
		if (column === '') continue;
		if (set.has(field) || field === 'content') checkColumn(table, column, field);
		if (table.columns.includes(column)) columns.set(field, column);
	}
	for (const column of given.keep) checkColumn(table, column, 'metadata');
	const key = columns.get('id') ?? table.key;
	const name = (column: string): string => (column === 'rowid' ? column : quotedName(column));
	const selected = [
		`${name(key)} AS id`,
		...[...columns].filter(([field]) => field !== 'id').map(([field, column]) => `${quotedName(column)} AS ${field}`),
		...given.keep.map((column, place) => `${quotedName(column)} AS kept_${place}`),
	];
	return {
		table: table.name,
		mapping: { ...Object.fromEntries(columns), id: key },
		sql: `SELECT ${selected.join(', ')} FROM ${quotedName(table.name)} ORDER BY ${name(key)}`,
		marksSensitive: columns.has('is_sensitive'),
		read(row) {
			const id = textOf(row.id);
			const createdAt = dateOf(row.created_at);
			const category = textOf(row.category).trim();
			return {
				sensitive: sensitiveOf(row.is_sensitive),
				unreadableDate: createdAt === 'unreadable',
				docs: [
					{
						id,
						content: textOf(row.content),
						...(category === '' ? {} : { category }),
						tags: tagsOf(row.tags),
						expandedKeywords: keywordsOf(row.expanded_keywords),
						importance: importanceOf(row.importance, given.importanceMax, `${table.name} ${id}`),
						...(createdAt === undefined || createdAt === 'unreadable' ? {} : { createdAt }),
						sensitive: false,
						metadata: Object.fromEntries(given.keep.map((column, place) => [column, kept(row[`kept_${place}`])])),
					},
				],
			};
		},
	};
}

function readMap(pairs: readonly string[]): ReadonlyMap<string, string> {
	return new Map(
		pairs.map((pair) => {
			const at = pair.indexOf('=');
			const field = pair.slice(0, at);
			if (at < 1) throw new BenchError('usage', `--map takes field=column, not "${pair}"`);
			if (!(FIELDS as readonly string[]).includes(field))
				throw unknownName('field', field, FIELDS, {
					message: `--map: a document has no field "${field}"`,
					list: `Fields: ${FIELDS.join(', ')}.`,
					hint: 'Other columns: --keep.',
				});
			return [field, pair.slice(at + 1)];
		}),
	);
}

function importanceOf(cell: Cell | undefined, max: number, where: string): number {
	const text = textOf(cell).trim();
	if (text === '') return 0.5;
	const value = Number(text) / max;
	if (value >= 0 && value <= 1) return value;
	// A column that is mapped by mistake may hold anything: only numbers are repeated.
	const found = Number.isNaN(value) ? 'a text' : text;
	throw new BenchError('data', `${where}: importance is ${found}, not a number from 0 to ${max}`, {
		hint: 'Give the largest importance of the store with --importance-max, or leave the column out: --map importance=.',
	});
}

function kept(cell: Cell | undefined): Json {
	if (cell === undefined || Buffer.isBuffer(cell)) return null;
	return typeof cell === 'bigint' ? integerOf(cell) : cell;
}
