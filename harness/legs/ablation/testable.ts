import { type LegAudit, notATestOf, type StageAudit, whyNotATest } from '../audit/index.ts';

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

/** What stands in place of a verdict where leaving the part out can change nothing; undefined otherwise. */
export function notATest(part: Part, audits: PartAudits): string | undefined {
	return reasonAgainst(part, audits) === undefined ? undefined : notATestOf(part.name);
}

/** Why leaving the part out can change nothing, in words; undefined otherwise. */
export function reasonAgainst({ kind, name }: Part, { legs, stages }: PartAudits): string | undefined {
	if (kind === 'leg') {
		const audit = legs.find(({ leg }) => leg === name);
		return audit === undefined ? undefined : whyNotATest(audit);
	}
	const audit = stages.find(({ stage }) => stage === name);
	return audit?.verdict === 'constant' ? (audit.evidence[0] ?? audit.verdict) : undefined;
}

/** What leaving the part out is a test of, and what not; undefined where nothing limits it. */
export function remarkOn({ kind, name }: Part, { legs }: PartAudits): string | undefined {
	return kind === 'leg' ? (legs.find(({ leg }) => leg === name)?.remark ?? undefined) : undefined;
}
