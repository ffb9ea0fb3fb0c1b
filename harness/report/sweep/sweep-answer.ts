import { notATestOf } from '../../legs/audit/index.ts';
import type { Choice, Findings } from '../../legs/sweep/findings.ts';
import type { Swept } from '../../legs/sweep/sweep.ts';
import { formatInterval } from '../compare/compare-words.ts';
import { formatDelta, formatP } from '../numbers.ts';

export const RULE_NAMES = { best: 'best mean', 'one-error': 'one standard error' } as const;

/**
 * The worth of tuning on queries that had no part in it, in a sentence; two where the rules of choice differ. A leg that
 * can't matter at the best point is named beside it, for the figures say nothing of that leg.
 */
export function sweepAnswer(swept: Swept, findings: Findings): readonly string[] {
	const { choices, metric } = findings;
	const [first, ...others] = choices;
	if (first === undefined) return [];
	const different = others.filter(({ verdict }) => verdict !== first.verdict);
	return [...[first, ...different].map((choice) => sentenceOn(choice, metric.name)), ...untested(swept, findings)];
}

/** The remarks on legs that the best point gives no test. */
export function untested({ points }: Swept, { remarks }: Findings): readonly string[] {
	const legs = points[0]?.pipeline.legs ?? [];
	return remarks.filter((remark) => legs.some(({ name }) => remark.includes(`: ${notATestOf(name)} (`)));
}

function sentenceOn({ rule, verdict, gain, interval, correctedP }: Choice, metric: string): string {
	const by = `by the rule "${RULE_NAMES[rule]}"`;
	const figures = `(95 % ${formatInterval(interval)}, p ${formatP(correctedP)} corrected over the rules)`;
	switch (verdict) {
		case 'win':
			return `Tuning buys ${formatDelta(gain)} ${metric} on unseen queries ${by} ${figures}.`;
		case 'loss':
			return `Tuning costs ${metric} on unseen queries ${by}: ${formatDelta(gain)} ${figures}.`;
		case 'equivalent':
			return `Tuning changes nothing ${by}: every fold chose the system as set.`;
		default:
			return `Tuning is not shown to buy anything on unseen queries ${by}: ${formatDelta(gain)} ${metric} ${figures}.`;
	}
}
