import { legRemarks } from '../legs/audit/index.ts';
import { parseMetric } from '../metrics/parse.ts';
import type { RunFolder } from '../run/folder/run-folder.ts';

/** The audit's remarks on comparing two runs on one metric, known before anything is tested. */
export interface RemarksOnPair {
	/** Replaces the verdicts of the metric: `not a test of graph`. */
	readonly notATest: string | undefined;
	/** Says what the rows of the metric test, where a leg is limited. */
	readonly remark: string | undefined;
	/** Legs that are not tested, a sentence each. */
	readonly sentences: readonly string[];
	/** Why legs could not be audited, if so. */
	readonly notAudited: readonly string[];
}

/** By metric, each at its own cutoff; metrics of one cutoff share one audit. */
export function remarksOnPair(
	baseline: RunFolder,
	challenger: RunFolder,
	metrics: readonly string[],
): ReadonlyMap<string, RemarksOnPair> {
	const byCutoff = new Map<number, RemarksOnPair>();
	const at = (cutoff: number): RemarksOnPair => {
		const known = byCutoff.get(cutoff) ?? remarksAt(baseline, challenger, cutoff);
		byCutoff.set(cutoff, known);
		return known;
	};
	return new Map(metrics.map((metric) => [metric, at(parseMetric(metric).cutoff)]));
}

function remarksAt(baseline: RunFolder, challenger: RunFolder, cutoff: number): RemarksOnPair {
	const found = legRemarks(baseline, challenger, Number.isFinite(cutoff) ? cutoff : undefined);
	const { inPlace, remark, sentences, notAudited } = found;
	return { notATest: inPlace, remark, sentences, notAudited };
}
