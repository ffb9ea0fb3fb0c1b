import type { Json, JsonObject } from '../../contract.ts';
import type { Example, LegAudit, MeasuredLeg, StageAudit } from './index.ts';
import { isFairTest, notATestOf, whyNotATest } from './index.ts';

export interface AuditReport {
	readonly system: string;
	readonly cutoff: number;
	readonly legs: readonly LegAudit[];
	readonly stages: readonly StageAudit[];
}

/** The object that `bench audit --json` prints: full precision; a threshold is null where no weight is enough. */
export function auditToJson({ system, cutoff, legs, stages }: AuditReport): JsonObject {
	return {
		system,
		cutoff,
		legs: legs.map(legAuditToJson),
		stages: stages.map(({ place, stage, verdict, evidence }) => ({ place, stage, verdict, evidence: [...evidence] })),
	};
}

/** One audited leg, as every command that audits prints it. */
export function legAuditToJson(audit: LegAudit): JsonObject {
	const { thresholds, example, measured } = audit;
	const reason = whyNotATest(audit);
	return {
		leg: audit.leg,
		verdict: audit.verdict,
		can_matter: audit.canMatter,
		fair_test: isFairTest(audit),
		remark: audit.remark,
		...(reason === undefined ? {} : { not_a_test: `${notATestOf(audit.leg)} (${reason})` }),
		weight: audit.weight,
		depth: audit.depth,
		cutoff: audit.cutoff,
		threshold: audit.threshold,
		thresholds: {
			disjoint: thresholds.disjoint,
			full_lists: thresholds.fullLists,
			full_lists_proven: thresholds.proven,
			any_lists: thresholds.anyLists,
			hardest: thresholds.hardest,
			by_agreement: thresholds.byAgreement,
		},
		...(audit.evictsFrom === undefined ? {} : { evicts_from: audit.evictsFrom }),
		enters: audit.enters,
		reorders: audit.reorders,
		dominates: audit.dominates,
		evidence: [...audit.evidence],
		example: example === null ? null : exampleToJson(example),
		...(measured === undefined ? {} : { measured: measuredToJson(measured) }),
	};
}

function exampleToJson({ exists, query, says, legs, top, newcomer }: Example): Json {
	return {
		exists,
		query: query ?? null,
		says,
		legs: legs.map(({ name, weight, head, more }) => ({ name, weight, head: [...head], more })),
		top: top.map((entry) => ({ ...entry })),
		newcomer: newcomer === undefined ? null : { ...newcomer },
	};
}

function measuredToJson({ pool, relevant, legOnly, ndcg, seeds, ...measured }: MeasuredLeg): Json {
	return {
		queries: measured.queries,
		empty_queries: measured.emptyQueries,
		excluded_queries: measured.excludedQueries,
		constant_queries: measured.constantQueries,
		changed_queries: measured.changedQueries,
		entered_queries: measured.enteredQueries,
		short_queries: measured.shortQueries,
		overlap_with_pool: measured.overlapWithPool,
		touches_head: measured.touchesHead,
		seeds: seeds === null ? null : { ...seeds },
		pool: {
			with_leg: { ...pool.withLeg },
			without_leg: { ...pool.withoutLeg },
			control:
				pool.control === null
					? null
					: {
							size: pool.control.size,
							recall: pool.control.recall,
							short_queries: pool.control.shortQueries,
						},
		},
		relevant: {
			all: relevant.all,
			returned: relevant.returned,
			leg_only: relevant.legOnly,
			leg_only_in_top: relevant.legOnlyInTop,
		},
		leg_only: { documents: legOnly.documents, in_top: legOnly.inTop, cut: legOnly.cut },
		threshold: measured.threshold,
		passing: measured.passing,
		ndcg: {
			with_leg: ndcg.withLeg,
			without_leg: ndcg.withoutLeg,
			order_placebo: ndcg.orderPlacebo,
			source_placebo: ndcg.sourcePlacebo,
			ceiling_with: ndcg.ceilingWith,
			ceiling_without: ndcg.ceilingWithout,
		},
	};
}
