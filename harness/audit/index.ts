export { auditFromManifest, auditRun, type RunAuditOptions } from './audit-run.ts';
export { auditKept, auditPipeline, legVerdicts } from './audit-system.ts';
export { isFairTest, notATestOf, whyNotATest } from './fair-test.ts';
export type { LegAudit, MeasuredLeg, StageAudit, StaticAudit, Thresholds, Witness } from './leg-audit.ts';
export type { MeasureOptions } from './measure-leg.ts';
export type { AuditOptions } from './scene.ts';
export { auditStages } from './stage-audit.ts';
export { untestedLegs } from './untested-legs.ts';
export { LEG_VERDICTS, type LegVerdict, STAGE_VERDICTS, type StageVerdict } from './verdicts.ts';
