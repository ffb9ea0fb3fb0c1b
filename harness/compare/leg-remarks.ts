import { untestedLegs } from '../audit/index.ts';
import type { RunFolder } from '../results/run-folder.ts';

/** What the audit says of comparing two runs on one metric, known before anything is tested. */
export interface RemarksOnPair {
	/** Stands in place of the verdicts of the metric: `not a test of graph`. */
	readonly notATest: string | undefined;
	/** What the rows of the metric are a test of, where a leg is limited. */
	readonly remark: string | undefined;
	/** Legs that are not tested, a sentence each. */
	readonly sentences: readonly string[];
	/** Why legs could not be audited, if so. */
	readonly notAudited: readonly string[];
}

/** By metric. */
export function remarksOnPair(
	baseline: RunFolder,
	challenger: RunFolder,
	metrics: readonly string[],
): ReadonlyMap<string, RemarksOnPair> {
	const { inPlace, sentences, notAudited } = untestedLegs(baseline, challenger);
	return new Map(metrics.map((metric) => [metric, { notATest: inPlace, remark: undefined, sentences, notAudited }]));
}
