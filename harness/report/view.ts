import type { JsonObject } from '../contract.ts';
import type { Figure } from './pictures/figure.ts';
import type { Tone } from './tone.ts';

export type { Tone } from './tone.ts';

/**
 * One result as a person or a program reads it: an answer in a sentence, tables, findings, notes, and the data in full.
 * Every result of the tool has one view, and every format (see `formats/`) renders any view.
 */
export interface View {
	/** The kind of result, in snake_case: `comparison`, `run`, `gate`. */
	readonly kind: string;
	/** A heading, for forms that have one. */
	readonly title: string;
	/** The answer to the person's question, in one sentence or a few; empty where a result answers nothing by itself. */
	readonly answer: readonly string[];
	readonly sections: readonly Section[];
	/** Test, correction and resamples in one line, for forms that have captions. */
	readonly method?: string;
	/** Warnings that must not be missed: shown above the answer on a terminal, on stderr. */
	readonly warnings: readonly string[];
	/** How the numbers are to be read; shown last. */
	readonly notes: readonly string[];
	/** The whole result with full precision, snake_case keys: what `--format json` prints. */
	readonly data: JsonObject;
	/** Pass or fail of each thing that was checked, for formats that CI reads. */
	readonly checks?: readonly Check[];
}

/** A titled part of a view. */
export interface Section {
	/** snake_case; names the table in CSV. Unique within a view. */
	readonly name: string;
	readonly title?: string;
	/** Full tables, which the first screen leaves to `--details`; JSON and HTML always have them. */
	readonly detail?: boolean;
	/** Sentences above the table. */
	readonly findings?: readonly string[];
	/** Drawn above the table by formats that show pictures; what it says, the table says too. */
	readonly picture?: Figure;
	readonly table?: ViewTable;
	/** A long table: pages let the reader sort and filter it. */
	readonly browse?: boolean;
	/** Sentences below the table. */
	readonly notes?: readonly string[];
}

/** The picture of a section, where there is one to draw. */
export function pictureOf(picture: Figure | undefined): Pick<Section, 'picture'> {
	return picture === undefined ? {} : { picture };
}

export interface Check {
	readonly name: string;
	readonly outcome: 'pass' | 'fail' | 'inconclusive' | 'note';
	readonly message: string;
}

export interface Cell {
	readonly text: string;
	/** The value at full precision, for CSV and for sorting; two numbers are the ends of an interval. */
	readonly value?: string | number | boolean | null | readonly [low: number, high: number];
	readonly tone?: Tone;
	/** Further lines: folded on a page, left out elsewhere. */
	readonly more?: readonly string[];
}

/** A column of a table of `Row`s: header and cell in one place. */
export interface Column<Row> {
	/** snake_case, unique within the table. */
	readonly key: string;
	readonly header: string;
	/** Numbers stand right, words left (the default). */
	readonly align?: 'left' | 'right';
	/** Columns that say which row it is (metric, stratum, system); the others hold what was measured. */
	readonly identifies?: boolean;
	/** Left out on a terminal too narrow for the table: the largest number goes first. Absent: always shown. */
	readonly dropOrder?: number;
	/** Long text: broken over several lines where the table would be wider than the terminal. */
	readonly wraps?: boolean;
	/** In a long table: its few values are what a reader filters by. */
	readonly filter?: boolean;
	cell(row: Row): Cell | string;
}

export interface ViewColumn {
	readonly key: string;
	readonly header: string;
	readonly align: 'left' | 'right';
	readonly identifies: boolean;
	readonly dropOrder: number | undefined;
	readonly wraps: boolean;
	readonly filter?: boolean;
}

/** A table whose cells are made; rows of one group belong together, and a rule stands between groups. */
export interface ViewTable {
	readonly columns: readonly ViewColumn[];
	readonly groups: readonly (readonly (readonly Cell[])[])[];
}

/** Makes a table of one group, or of several where `groupBy` gives rows different keys (in order of appearance). */
export function viewTable<Row>(
	columns: readonly Column<Row>[],
	rows: readonly Row[],
	groupBy: (row: Row) => string = () => '',
): ViewTable {
	const groups = new Map<string, (readonly Cell[])[]>();
	for (const row of rows) {
		const key = groupBy(row);
		const group = groups.get(key) ?? [];
		group.push(columns.map((column) => asCell(column.cell(row))));
		groups.set(key, group);
	}
	return {
		columns: columns.map(
			({ key, header, align = 'left', identifies = false, dropOrder, wraps = false, filter = false }) => ({
				key,
				header,
				align,
				identifies,
				dropOrder,
				wraps,
				...(filter ? { filter } : {}),
			}),
		),
		groups: [...groups.values()],
	};
}

function asCell(cell: Cell | string): Cell {
	return typeof cell === 'string' ? { text: cell, value: cell } : cell;
}
