import type { Pipeline } from '../fusion/pipeline.ts';
import type { LegAudit } from './leg-audit.ts';
import { type AuditOptions, filterReach } from './scene.ts';
import { auditLegStatically } from './static-audit.ts';

export type { LegAudit, MeasuredLeg, StageAudit, StaticAudit, Thresholds, Witness } from './leg-audit.ts';
export type { AuditOptions } from './scene.ts';
export { LEG_VERDICTS, type LegVerdict, STAGE_VERDICTS, type StageVerdict } from './verdicts.ts';

/** Every leg of a system, before anything is retrieved; in the order in which the pipeline lists them. */
export function auditPipeline(pipeline: Pipeline, options: AuditOptions): readonly LegAudit[] {
	const filter = options.corpus === undefined ? undefined : filterReach(pipeline, options.corpus);
	return pipeline.legs.map((leg) => auditLegStatically(pipeline, leg, options, filter));
}
