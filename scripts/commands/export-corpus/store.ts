import type { Doc } from '../../../harness/contract.ts';
import type { Cell } from './values.ts';

export type Row = Readonly<Record<string, Cell>>;

/** The document or the reason to leave it out that one row gives. */
export interface RowReading {
	readonly docs: readonly Doc[];
	readonly sensitive: boolean;
	readonly unreadableDate: boolean;
}

/** A way to read a memory database: which rows, and what documents a row is. */
export interface MemoryStore {
	readonly table: string;
	/** The column of each field, for the person and for export.json. */
	readonly mapping: Readonly<Record<string, string>>;
	readonly sql: string;
	/** Whether anything in it can be marked as sensitive. */
	readonly marksSensitive: boolean;
	/**
	 * @throws BenchError `data` for a value that shows the mapping to be wrong
	 */
	read(row: Row): RowReading;
}
