export { auditFromManifest, auditRun } from './audit-run.ts';
export { auditKept, auditPipeline } from './audit-system.ts';
export { isFairTest, notATestOf, whyNotATest } from './fair-test.ts';
export type { Example, LegAudit, MeasuredLeg, StageAudit } from './leg-audit.ts';
export { legRemarks } from './leg-remarks.ts';
export { exactMatches } from './measured/exact-matches.ts';
export { auditStages, queryMoments } from './stage-audit.ts';
export { filterReach, nothingPasses, passesNothing } from './static/context.ts';
export { STAGE_VERDICTS } from './verdicts.ts';
