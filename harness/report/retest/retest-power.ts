import type { RetestReport } from '../../legs/retest/report.ts';

/** The sentence takes so many of the gains that were simulated: those around the middle tell most. */
const SHOWN = 3;

/** The true gains that the retest would have called `helps`. */
export function powerSentences({ power, leg, options, conclusion }: RetestReport): readonly string[] {
	if (power === undefined || conclusion.word === 'not tested') return [];
	const { variant, gains, mde, simulations } = power;
	if (gains.length === 0)
		return [
			`How large a gain of ${leg} this retest would find can't be estimated: with ${variant} too few queries score differently from the base.`,
		];
	const middle = [...gains].sort((x, y) => Math.abs(x.power - 0.5) - Math.abs(y.power - 0.5)).slice(0, SHOWN);
	const shown = gains.filter((entry) => middle.includes(entry));
	const found = shown.map(({ gain, power: share }, i) =>
		i === 0 ? `a true gain of ${gain} in ${percent(share)} of cases` : `one of ${gain} in ${percent(share)}`,
	);
	const most =
		mde === undefined
			? `None of the gains that the differences seen can make is found with power ${options.compare.power}.`
			: `With power ${options.compare.power} it finds gains from about ${mde.toFixed(3)}.`;
	return [
		`Overall, against base, control and source placebo at once, this retest finds ${listOf(found)} (${simulations} simulations each, from the differences seen with ${variant}). ${most}`,
	];
}

function percent(share: number): string {
	return `${Math.round(100 * share)} %`;
}

function listOf(parts: readonly string[]): string {
	return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
