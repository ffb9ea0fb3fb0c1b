export { auditFromManifest, auditRun } from './audit-run.ts';
export { auditKept, auditPipeline } from './audit-system.ts';
export { isFairTest, notATestOf, whyNotATest } from './fair-test.ts';
export type { LegAudit, MeasuredLeg, StageAudit, Example } from './leg-audit.ts';
export { exactMatches } from './measured/exact-matches.ts';
export { auditStages } from './stage-audit.ts';
export { filterReach, nothingPasses, passesNothing } from './static/context.ts';
export { untestedLegs } from './untested-legs.ts';
export { STAGE_VERDICTS } from './verdicts.ts';
