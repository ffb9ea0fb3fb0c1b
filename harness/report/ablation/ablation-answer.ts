import type { Ablation } from '../../legs/ablation/ablation.ts';
import { formatInterval, percentOf } from '../compare/compare-words.ts';
import { formatDelta, formatP } from '../numbers.ts';

/** One sentence: whether any smaller system beats the whole one on the primary metric and stratum. */
export function ablationAnswer({ subsets, options }: Ablation): string {
	const [best] = subsets?.subsets ?? [];
	if (subsets === undefined || best === undefined) return '';
	const { metric, stratum, whole } = subsets;
	const count = subsets.subsets.length;
	const where = `on ${metric} ${stratum}`;
	const { effect, interval, studentisedP } = best.row;
	const corrected = options.correction === 'none' ? 'not corrected' : `corrected over ${systems(count)}`;
	const figures = `(${formatDelta(effect.meanDelta)}, ${percentOf(1 - options.alpha)} ${formatInterval(interval)}, p ${formatP(studentisedP)} ${corrected})`;
	const winners = subsets.subsets.filter(({ row }) => row.verdict === 'win');
	if (winners.length > 0) {
		const [first, ...others] = winners.map(({ label }) => label);
		const more = others.length > 0 ? `; so ${others.length > 1 ? 'do' : 'does'} ${others.join(', ')}` : '';
		const caution = count > 1 ? ' Its gain is the largest of those looked at, so expect less on other queries.' : '';
		const [top] = winners as [(typeof winners)[number]];
		const shown = `(${formatDelta(top.row.effect.meanDelta)}, ${percentOf(1 - options.alpha)} ${formatInterval(top.row.interval)}, p ${formatP(top.row.studentisedP)} ${corrected})`;
		return `A smaller system beats the whole ${where}: ${first} beats ${whole} ${shown}${more}.${caution}`;
	}
	const highest =
		effect.meanDelta > 0
			? `${best.label} scores highest, but it is not shown to be better ${figures}`
			: `the best of them, ${best.label}, ${effect.meanDelta < 0 ? 'scores lower' : 'scores the same'} ${figures}`;
	return `No smaller system is shown to beat ${whole} ${where}: ${highest}.`;
}

function systems(count: number): string {
	return `${count} smaller ${count === 1 ? 'system' : 'systems'}`;
}
