import { legAuditToJson } from '../audit/audit-json.ts';
import type { Json, JsonObject } from '../contract.ts';
import { pipelineToJson } from '../fusion/pipeline-json.ts';
import type { Ablation } from './ablation.ts';
import { notATest } from './testable.ts';

/** What `ablation.json` and `--json` hold: rows, contributions with their verdicts, Shapley shares, the audit. */
export function ablationToJson(ablation: Ablation): JsonObject {
	return {
		metrics: ablation.metrics.map((metric) => metric.name),
		cutoff: ablation.cutoff,
		rows: ablation.rows.map(({ variant, experiment }) => ({
			system: variant.label,
			legs: variant.legs,
			without_stages: variant.withoutStages,
			pipeline: pipelineToJson(variant.pipeline),
			summary: experiment.summary as unknown as Json,
		})),
		audit: ablation.audits.legs.map(legAuditToJson),
		stage_audit: ablation.audits.stages.map(({ stage, verdict, evidence }) => ({ stage, verdict, evidence })),
		contributions: ablation.contributions.map(({ part, without, row, notATest, remark }) => ({
			part: part.name,
			kind: part.kind,
			without,
			metric: row.metric,
			stratum: row.stratum,
			n: row.effect.n,
			mean_without: row.baselineMean,
			mean_with: row.challengerMean,
			delta: row.effect.meanDelta,
			ci: [row.interval.low, row.interval.high],
			p: row.randomisationP,
			p_corrected: notATest === undefined ? row.correctedP : null,
			wins: row.effect.wins,
			ties: row.effect.ties,
			losses: row.effect.losses,
			verdict: notATest ?? row.verdict,
			remark: remark ?? null,
			could_find: row.couldFind?.delta ?? null,
		})),
		shapley: ablation.shapley.map(({ metric, leg, value, interval }) => {
			const instead = notATest({ kind: 'leg', name: leg }, ablation.auditsOf.get(metric) ?? ablation.audits);
			const ci = [interval.low, interval.high];
			// The arithmetic of a leg that cannot matter stands under other names: it is no claim about the leg.
			return instead === undefined
				? { metric, leg, value, ci, not_a_test: null }
				: { metric, leg, value: null, ci: null, not_a_test: instead, untested_value: value, untested_ci: ci };
		}),
		remarks: ablation.remarks,
	};
}
