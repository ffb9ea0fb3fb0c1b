import type { Mde } from '../stats/mde.ts';
import { percentOf } from './compare/compare-words.ts';
import { formatCount } from './numbers.ts';
import type { Cell } from './view.ts';

/**
 * `0.1743`; with a sign where only a gain (`+0.1743`) or only a loss (`-0.1743`) can be found within what the metric
 * allows; `none` where neither can.
 */
export function mdeText({ mde, gain, loss }: Mde): string {
	if (mde === undefined) return 'none';
	return `${gain === undefined ? '-' : loss === undefined ? '+' : ''}${mde.toFixed(4)}`;
}

/** Empty where there is no MDE to speak of: the row is decided, or tests nothing. */
export function mdeCell(mde: Mde | undefined): Cell {
	return mde === undefined ? { text: '', value: null } : { text: mdeText(mde), value: mde.mde ?? null };
}

export function queriesText(queries: number | undefined): string {
	return queries === undefined || !Number.isFinite(queries) ? '-' : queries > 1e6 ? '>1,000,000' : formatCount(queries);
}

/** The note on the column "MDE" of these rows. */
export function mdeNotes(
	rows: readonly (Mde & { readonly power: number })[],
	margin: number | undefined,
): readonly string[] {
	const powers = [...new Set(rows.map(({ power }) => percentOf(power)))];
	const some = (yes: (row: Mde) => boolean, text: string): readonly string[] => (rows.some(yes) ? [text] : []);
	return [
		[
			`MDE (minimum detectable effect): the smallest true difference that ${powers.join(' or ')} of such comparisons find.`,
			...some(({ mde }) => mde === undefined, '"none": so few queries find no difference that the metric allows.'),
			...some(
				({ gain, loss, mde }) => mde !== undefined && (gain === undefined || loss === undefined),
				'With a sign: within what the metric allows, only a difference that way can be found.',
			),
			...(margin === undefined ? [] : [`"n for ${margin}": as many queries of the same kind find a true ${margin}.`]),
		].join(' '),
	];
}
