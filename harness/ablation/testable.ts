import { isFairTest, type LegAudit, notATestOf, type StageAudit, whyNotATest } from '../audit/index.ts';

/** A part of a system: a leg, or a post-fusion stage. */
export interface Part {
	readonly kind: 'leg' | 'stage';
	readonly name: string;
}

/** What was found out about the parts before any of them is left out. */
export interface PartAudits {
	readonly legs: readonly LegAudit[];
	readonly stages: readonly StageAudit[];
}

/** What stands in place of a verdict where leaving the part out tests nothing; undefined for a fair test. */
export function notATest(part: Part, audits: PartAudits): string | undefined {
	return reasonAgainst(part, audits) === undefined ? undefined : notATestOf(part.name);
}

/** Why leaving the part out tests nothing, in words; undefined for a fair test. */
export function reasonAgainst({ kind, name }: Part, { legs, stages }: PartAudits): string | undefined {
	if (kind === 'leg') {
		const audit = legs.find(({ leg }) => leg === name);
		return audit === undefined || isFairTest(audit) ? undefined : whyNotATest(audit);
	}
	const audit = stages.find(({ stage }) => stage === name);
	return audit?.verdict === 'constant' ? (audit.evidence[0] ?? audit.verdict) : undefined;
}
