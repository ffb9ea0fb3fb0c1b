import type { Mde } from '../stats/mde.ts';
import { formatCount } from './numbers.ts';

/** `0.1743`, `0.1743 (loss)` where the metric leaves no room for a gain that could be found, or `none`. */
export function mdeText({ mde, gain, loss }: Mde): string {
	if (mde === undefined) return 'none';
	return `${mde.toFixed(4)}${gain === undefined ? ' (loss)' : loss === undefined ? ' (gain)' : ''}`;
}

export function queriesText(queries: number | undefined): string {
	return queries === undefined ? '-' : queries > 1e6 ? 'over 1,000,000' : formatCount(queries);
}

/** What the column "MDE" says of these rows, in a sentence or two. */
export function mdeNotes(
	rows: readonly (Mde & { readonly level: number; readonly power: number })[],
	margin: number | undefined,
): readonly string[] {
	const levels = [...new Set(rows.map(({ level }) => String(Number(level.toPrecision(3)))))];
	const powers = [...new Set(rows.map(({ power }) => power))];
	const one = (yes: (row: Mde) => boolean, text: string): readonly string[] => (rows.some(yes) ? [text] : []);
	return [
		[
			`MDE: the smallest true difference that this rule finds with power ${powers.join(' or ')}, at level ${levels.join(' or ')}, by simulation from the deltas of the row.`,
			...one(({ mde }) => mde === undefined, '"none": so few queries find no difference that the metric allows.'),
			...one(
				({ gain, loss, mde }) => mde !== undefined && (gain === undefined || loss === undefined),
				'"(loss)", "(gain)": a difference the other way is not found within what the metric allows.',
			),
			...(margin === undefined
				? []
				: [`"queries for ${margin}": as many of the same kind find a true difference as large as the margin.`]),
		].join(' '),
	];
}
