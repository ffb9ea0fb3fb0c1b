import { corpusFeatures } from '../../fusion/features.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import type { PipelineLeg } from '../../fusion/pipeline.ts';
import { rerankStageOf } from '../../fusion/rerank-head.ts';
import type { LegAudit } from './leg-audit.ts';
import { type MeasureOptions, measureQueries } from './measured/measure-leg.ts';
import { measuredEvidence } from './measured/measured-evidence.ts';
import { measuredExample } from './measured/measured-example.ts';
import { remarkOn } from './remark.ts';
import { auditContext, type FilterReach } from './static/context.ts';
import { thresholdBehindSeeds } from './static/seed-lock.ts';
import { auditLegStatically } from './static/static-audit.ts';
import { canMatter, type MeasuredFacts, measuredVerdict, NEARLY_ALL } from './verdict.ts';
import type { LegVerdict } from './verdicts.ts';

/** A leg of a system that has been retrieved: what it can do, and what it did. */
export function auditKeptLeg(kept: KeptLegs, leg: PipelineLeg, options: MeasureOptions, filter: FilterReach): LegAudit {
	const corpus = corpusFeatures(kept.corpus);
	const settings = { cutoff: options.cutoff, corpus };
	// The filter is left out: how many documents pass it is measured below.
	const found = auditLegStatically(kept.pipeline, leg, settings);
	const { measured, context, queries, seeds: foundSeeds } = measureQueries(kept, leg.name, options);
	const { seeds } = measured;
	const reranked = rerankStageOf(kept.pipeline) !== undefined;
	const facts: MeasuredFacts = {
		found,
		measured,
		filter,
		reranked,
		behindSeeds:
			seeds === null || seeds.first < NEARLY_ALL || reranked
				? undefined
				: thresholdBehindSeeds(auditContext(kept.pipeline, leg, settings), Math.round(seeds.count * seeds.returned)),
	};
	const verdict = measuredVerdict(facts);
	const audit = {
		...found,
		canMatter: canMatter(facts),
		verdict,
		evidence: measuredEvidence(verdict, facts),
		measured,
		...(verdict === found.verdict
			? {}
			: {
					threshold: verdict in THRESHOLDS ? (THRESHOLDS[verdict]?.(facts) ?? null) : found.threshold,
					example: measuredExample(verdict, facts, context, queries, foundSeeds),
				}),
	};
	return { ...audit, remark: remarkOn(audit) };
}

/** The threshold of verdicts that rest on the leg's own lists: its first newcomer enters from there; null: at no weight. */
const THRESHOLDS: Partial<Readonly<Record<LegVerdict, (facts: MeasuredFacts) => number | null>>> = {
	empty: () => null,
	constant: () => null,
	starved: () => null,
	'seed-locked': ({ behindSeeds }) => behindSeeds ?? null,
	'reorder-only': ({ found, behindSeeds }) => (found.enters ? (behindSeeds ?? null) : found.threshold),
};
