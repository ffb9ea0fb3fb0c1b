import { corpusFeatures } from '../../fusion/features.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import type { Pipeline } from '../../fusion/pipeline.ts';
import { auditKeptLeg } from './audit-leg.ts';
import type { LegAudit } from './leg-audit.ts';
import type { MeasureOptions } from './measured/measure-leg.ts';
import { remarkOn } from './remark.ts';
import { type AuditOptions, filterReach } from './static/context.ts';
import { auditLegStatically } from './static/static-audit.ts';

/** Every leg of a system, before anything is retrieved; in the order in which the pipeline lists them. */
export function auditPipeline(pipeline: Pipeline, options: AuditOptions): readonly LegAudit[] {
	const filter = options.corpus === undefined ? undefined : filterReach(pipeline, options.corpus);
	return pipeline.legs.map((leg) => {
		const found = auditLegStatically(pipeline, leg, options, filter);
		return { ...found, remark: remarkOn(found) };
	});
}

/** Every leg of a system whose legs have been retrieved: what it can do, and what it did on these queries. */
export function auditKept(kept: KeptLegs, options: MeasureOptions): readonly LegAudit[] {
	const filter = filterReach(kept.pipeline, corpusFeatures(kept.corpus));
	return kept.pipeline.legs.map((leg) => auditKeptLeg(kept, leg, options, filter));
}
