import { corpusFeatures } from '../../fusion/features.ts';
import type { KeptLeg, KeptLegs } from '../../fusion/kept-legs.ts';
import type { Pipeline, PipelineLeg } from '../../fusion/pipeline.ts';
import { auditKeptLeg } from '../audit/audit-leg.ts';
import { isFairTest, type LegAudit, notATestOf, whyNotATest } from '../audit/index.ts';
import { filterReach } from '../audit/static/context.ts';
import { type Coverage, coverageOf, edgesOf } from './coverage.ts';
import { legWeights, meanWeight } from './grid.ts';
import type { RetestInput, RetestOptions, RetestVariant } from './variant.ts';

/** Whether a variant may be given a verdict. */
export interface Fairness {
	/**
	 * The audit at the first weight looked at at which the leg is live; where it is live at none, at the first at which it
	 * can matter at all; else at the first.
	 */
	readonly audit: LegAudit;
	readonly edges: number | undefined;
	readonly coverage: Coverage;
	/** Stands in place of a verdict; undefined: the variant is tested. */
	readonly instead: string | undefined;
	/** Why, in a sentence; undefined where the variant is tested. */
	readonly why: string | undefined;
	/** The limits of the test, where a variant is tested that is limited; undefined where the leg is live. */
	readonly remark: string | undefined;
}

/**
 * No verdict where the graph is empty or knows too little; not a test where the audit finds that the leg cannot matter
 * at any of the weights that are tried: the one set where it is among them, those just above its thresholds, and the
 * largest. A leg that is limited (it can only reorder, only demote ...) is tested, with a remark.
 */
export function fairnessOf(variant: RetestVariant, input: RetestInput, options: RetestOptions): Fairness {
	const { kept } = variant;
	const leg = kept.legs.find(({ name }) => name === input.leg) as KeptLeg;
	const edges = edgesOf(leg);
	const coverage = coverageOf(kept, leg);
	const audit = auditOverWeights(kept, input, options);
	const found = { audit, edges, coverage, instead: undefined, why: undefined, remark: undefined };
	const noVerdict = reasonForNone(input.leg, edges, coverage, options.minCoverage);
	if (noVerdict !== undefined) return { ...found, instead: 'no verdict', why: noVerdict };
	if (isFairTest(audit)) return found;
	if (audit.canMatter) return { ...found, remark: audit.remark ?? undefined };
	const limit = `at ${Number(audit.weight.toPrecision(4))}: ${whyNotATest(audit)}`;
	return {
		...found,
		instead: notATestOf(input.leg),
		why: `${input.leg} can matter at none of the weights that are tried; ${limit}`,
	};
}

function reasonForNone(
	leg: string,
	edges: number | undefined,
	{ relevant, covered, source }: Coverage,
	least: number,
): string | undefined {
	if (edges === 0) return 'its graph has no edges';
	if (relevant === 0) return 'no query has a relevant document';
	if (covered >= least * relevant) return undefined;
	const what = source === 'index' ? 'has an edge to' : 'ever returns';
	return `${leg} ${what} ${covered} of the ${relevant} relevant documents, less than the ${percent(least)} that a verdict needs`;
}

function auditOverWeights(kept: KeptLegs, { leg, deeper }: RetestInput, options: RetestOptions): LegAudit {
	const filter = filterReach(kept.pipeline, corpusFeatures(kept.corpus));
	const at = (weight: number): LegAudit => {
		const pipeline: Pipeline = {
			...kept.pipeline,
			legs: kept.pipeline.legs.map((entry) => (entry.name === leg ? { ...entry, weight } : entry)),
		};
		const entry = pipeline.legs.find(({ name }) => name === leg) as PipelineLeg;
		return auditKeptLeg({ ...kept, pipeline }, entry, { cutoff: options.cutoff, seed: options.seed, deeper }, filter);
	};
	const tried = weightsTried(kept, leg, options.weights);
	const largest = tried.at(-1) ?? 0;
	const asSet = kept.pipeline.legs.find(({ name }) => name === leg)?.weight ?? 0;
	const first = at(tried.includes(asSet) ? asSet : largest);
	if (isFairTest(first)) return first;
	let limited = first.canMatter ? first : undefined;
	const { disjoint, hardest } = first.thresholds;
	const above = (threshold: number | null): readonly number[] =>
		tried.filter((weight) => threshold !== null && weight > threshold).slice(0, 1);
	const others = [...above(disjoint), ...above(hardest), largest].filter((weight) => weight !== first.weight);
	for (const weight of new Set(others)) {
		const audit = at(weight);
		if (isFairTest(audit)) return audit;
		if (audit.canMatter) limited ??= audit;
	}
	return limited ?? first;
}

/** Weights of the leg as the pipeline takes them, ascending, without 0. */
function weightsTried(kept: KeptLegs, leg: string, weights: readonly number[]): readonly number[] {
	const unit = meanWeight(kept.pipeline.legs.filter(({ name, weight }) => name !== leg && weight > 0));
	return legWeights(weights)
		.filter((weight) => weight > 0)
		.map((weight) => weight * unit);
}

function percent(share: number): string {
	return `${Number((100 * share).toPrecision(4))} %`;
}
