import { type LegAudit, notATestOf, type StageAudit, whyNotATest } from '../audit/index.ts';

/** A part of a system: a leg, or a post-fusion stage. */
export interface Part {
	readonly kind: 'leg' | 'stage';
	readonly name: string;
}

/** The audit of the parts, done before any of them is left out. */
export interface PartAudits {
	readonly legs: readonly LegAudit[];
	readonly stages: readonly StageAudit[];
}

/** Replaces the verdict where leaving the part out can change nothing; undefined otherwise. */
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

/** The limits of leaving the part out as a test of it; undefined where there are none. */
export function remarkOn({ kind, name }: Part, { legs }: PartAudits): string | undefined {
	return kind === 'leg' ? (legs.find(({ leg }) => leg === name)?.remark ?? undefined) : undefined;
}
