import type { Comparison } from '../compare/comparison.ts';
import type { GateResult } from '../compare/gate/result.ts';
import { percentOf } from './compare/compare-words.ts';
import { formatCount } from './numbers.ts';

type Rule = Comparison['options'];

/** Test, correction and resamples of a comparison in one line, for captions. */
export function methodOfComparison({
	options,
	question,
	rows,
}: Pick<Comparison, 'options' | 'question' | 'rows'>): string {
	const { metric, stratum } = question.primary;
	const clustered = rows.some(({ clustering }) => clustering !== undefined);
	const corrected =
		options.correction === 'none'
			? 'no p is corrected'
			: `${metric} ${stratum} is tested alone, p of the other rows is corrected (${CORRECTIONS[options.correction]})`;
	return `Differences paired by query, ${clustered ? 'resampled by cluster, ' : ''}two-sided studentised bootstrap test, ${resamplesOf(options)}; ${corrected}; level ${options.alpha}.`;
}

/** The same of a gate. */
export function methodOfGate({ options }: GateResult): string {
	return `Non-inferiority by the ${percentOf(1 - options.alpha)} interval of the paired difference, ${resamplesOf(options)}; limits are not corrected for their number.`;
}

const CORRECTIONS: Readonly<Record<Rule['correction'], string>> = {
	holm: 'Holm',
	bh: 'Benjamini-Hochberg',
	none: 'none',
};

function resamplesOf({ ci, alpha, resamples }: Pick<Rule, 'ci' | 'alpha' | 'resamples'>): string {
	return `${formatCount(resamples)} resamples, ${percentOf(1 - alpha)} ${ci} intervals`;
}
