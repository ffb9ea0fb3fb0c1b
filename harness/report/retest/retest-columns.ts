import { OVERALL } from '../../compare/comparison.ts';
import { notBeaten } from '../../legs/retest/conclusion.ts';
import type { RetestRow } from '../../legs/retest/held-out-rows.ts';
import type { VariantReport } from '../../legs/retest/report.ts';
import { wordCell } from '../cells.ts';
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

/** The options that every variant sets, in the same order; undefined where they set different ones, or none. */
export function sharedOptions(variants: readonly VariantReport[]): readonly string[] | undefined {
	const keys = Object.keys(variants[0]?.settings ?? {});
	const alike = variants.every(({ settings }) => Object.keys(settings).join() === keys.join());
	return alike && keys.length > 0 ? keys : undefined;
}

/** Variants that set the same options are told apart by their values. */
export function variantNames(variants: readonly VariantReport[]): readonly string[] {
	const short = sharedOptions(variants) !== undefined;
	return variants.map(({ label, settings }) => (short ? Object.values(settings).map(String).join(', ') : label));
}

/** The verdict of a variant overall, against the base. */
export function verdictCell({ instead, remark, tested }: VariantReport): Cell {
	if (instead !== undefined) return wordCell(instead, 'special');
	const row = tested?.againstBase.find(({ stratum }) => stratum === OVERALL);
	if (tested === undefined || row === undefined) return blank;
	const limited = remark === undefined ? '' : ', limited';
	if (tested.switchedOff) return wordCell(`${row.verdict} (leg switched off)${limited}`, 'open');
	const by = row.verdict === 'win' ? notBeaten(OVERALL, tested) : [];
	if (by.length > 0) return wordCell(`win, not over the ${by.join(' and the ')}${limited}`, 'open');
	return wordCell(`${row.verdict}${limited}`, limited === '' ? VERDICT_TONES[row.verdict] : 'open');
}
