import type { JsonObject } from '../contract.ts';
import { countCell } from './cells.ts';
import { type Section, type View, viewTable } from './view.ts';

/** The report of a command that wrote something: where it is, and how much of it. */
export interface Receipt {
	/** snake_case. */
	readonly kind: string;
	readonly title: string;
	readonly answer: readonly string[];
	/** Rows of a table of counts, in order; left out where there are none. */
	readonly counts?: readonly (readonly [what: string, count: number])[];
	readonly sections?: readonly Section[];
	readonly warnings?: readonly string[];
	readonly notes?: readonly string[];
	readonly data: JsonObject;
}

export function receiptView({ kind, title, answer, counts = [], sections = [], ...rest }: Receipt): View {
	return {
		kind,
		title,
		answer,
		sections: [...(counts.length === 0 ? [] : [countsSection(counts)]), ...sections],
		warnings: rest.warnings ?? [],
		notes: rest.notes ?? [],
		data: rest.data,
	};
}

function countsSection(counts: readonly (readonly [string, number])[]): Section {
	return {
		name: 'counts',
		table: viewTable<readonly [string, number]>(
			[
				{ key: 'what', header: 'what', identifies: true, cell: ([what]) => what },
				{ key: 'count', header: 'count', align: 'right', cell: ([, count]) => countCell(count) },
			],
			counts,
		),
	};
}
