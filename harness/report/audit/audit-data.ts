import type { JsonObject } from '../../contract.ts';
import {
	type Example,
	isFairTest,
	type LegAudit,
	notATestOf,
	type StageAudit,
	whyNotATest,
} from '../../legs/audit/index.ts';
import { type RerankReport, rerankData } from '../rerank.ts';
import { toJsonObject } from '../snake-case.ts';

/** The audit of one system at one cutoff. */
export interface AuditReport {
	readonly system: string;
	/** The K of "top K". */
	readonly cutoff: number;
	readonly legs: readonly LegAudit[];
	readonly stages: readonly StageAudit[];
	/** Of a system with a reranker that was retrieved. */
	readonly rerank?: RerankReport;
}

/** Full precision; a threshold is null where no weight is enough. */
export function auditData({ system, cutoff, legs, stages, rerank }: AuditReport): JsonObject {
	return toJsonObject({
		system,
		cutoff,
		legs: legs.map(legAuditData),
		stages,
		...(rerank === undefined ? {} : { rerank: rerankData(rerank) }),
	});
}

/** One audited leg, as every command that audits prints it. */
export function legAuditData(audit: LegAudit): JsonObject {
	const { thresholds, example, measured, ...plain } = audit;
	const { proven, byAgreement, ...weights } = thresholds;
	const reason = whyNotATest(audit);
	return toJsonObject({
		...plain,
		fairTest: isFairTest(audit),
		...(reason === undefined ? {} : { notATest: `${notATestOf(audit.leg)} (${reason})` }),
		thresholds: { ...weights, fullListsProven: proven, byAgreement: new Map(Object.entries(byAgreement)) },
		example: example === null ? null : exampleData(example),
		...(measured === undefined ? {} : { measured }),
	});
}

function exampleData(example: Example): JsonObject {
	return toJsonObject({ ...example, query: example.query ?? null, newcomer: example.newcomer ?? null });
}
