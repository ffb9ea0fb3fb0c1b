import type { RetestRow } from '../../legs/retest/held-out-rows.ts';
import type { Cell, Column, Tone } from '../view.ts';

// Columns that the tables of a retest share.

export const VERDICT_TONES: Readonly<Record<string, Tone>> = {
	win: 'good',
	loss: 'bad',
	equivalent: 'same',
	inconclusive: 'open',
};
export const blank: Cell = { text: '', value: null };

export const variantColumn = <Row>(labelOf: (row: Row) => string): Column<Row> => ({
	key: 'variant',
	header: 'variant',
	identifies: true,
	cell: labelOf,
});
export const number = <Row>(
	key: string,
	header: string,
	cell: (row: Row) => Cell,
	dropOrder?: number,
): Column<Row> => ({
	key,
	header,
	align: 'right',
	cell,
	...(dropOrder === undefined ? {} : { dropOrder }),
});

/** Both tests have to agree, so the larger p decides. */
export function largerP(row: RetestRow): number {
	return Math.max(row.studentisedP, row.foldsP);
}

export function ofAll(count: number, all: number): Cell {
	return { text: `${count}/${all}`, value: count };
}
