import type { ComparisonRow } from '../../compare/comparison.ts';
import { questionJson } from '../../compare/question-json.ts';
import type { Json, JsonObject } from '../../contract.ts';
import { pipelineToJson } from '../../fusion/pipeline-json.ts';
import { legAuditToJson } from '../audit/audit-json.ts';
import type { Ablation } from './ablation.ts';
import { notATest } from './testable.ts';

/**
 * What `ablation.json` and `--json` hold: rows, contributions with their verdicts, smaller systems against the whole,
 * Shapley shares, the audit. `p_<test>` is the p of one row alone, `p_<test>_corrected` that within its family.
 */
export function ablationToJson(ablation: Ablation): JsonObject {
	return {
		metrics: ablation.metrics.map((metric) => metric.name),
		question: questionJson(ablation.question),
		cutoff: ablation.cutoff,
		rows: ablation.rows.map(({ variant, run }) => ({
			system: variant.label,
			legs: variant.legs,
			without_stages: variant.withoutStages,
			pipeline: pipelineToJson(variant.pipeline),
			summary: run.summary as unknown as Json,
		})),
		audit: ablation.audits.legs.map(legAuditToJson),
		stage_audit: ablation.audits.stages.map(({ stage, verdict, evidence }) => ({ stage, verdict, evidence })),
		contributions: ablation.contributions.map(({ part, without, row, notATest, remark }) => ({
			part: part.name,
			kind: part.kind,
			without,
			metric: row.metric,
			stratum: row.stratum,
			role: row.role,
			n: row.effect.n,
			mean_without: row.baselineMean,
			mean_with: row.challengerMean,
			delta: row.effect.meanDelta,
			ci: [row.interval.low, row.interval.high],
			...pValues(row, notATest === undefined),
			wins: row.effect.wins,
			ties: row.effect.ties,
			losses: row.effect.losses,
			verdict: notATest ?? row.verdict,
			family_verdict: notATest === undefined ? row.familyVerdict : null,
			remark: remark ?? null,
			mde: row.mde?.mde ?? null,
		})),
		smaller_systems: subsetsJson(ablation),
		shapley: ablation.shapley.map(({ metric, leg, value, interval }) => {
			const instead = notATest({ kind: 'leg', name: leg }, ablation.auditsOf.get(metric) ?? ablation.audits);
			const ci = [interval.low, interval.high];
			// The arithmetic of a leg that cannot matter stands under other names: it is no claim about the leg.
			return instead === undefined
				? { metric, leg, value, ci, not_a_test: null }
				: { metric, leg, value: null, ci: null, not_a_test: instead, untested_value: value, untested_ci: ci };
		}),
		shapley_differences: ablation.shapleyDifferences.map(({ metric, leg, other, value, interval }) => {
			const instead = [leg, other]
				.map((name) => notATest({ kind: 'leg', name }, ablation.audits))
				.find((text) => text !== undefined);
			return instead === undefined
				? { metric, leg, other, value, ci: [interval.low, interval.high], not_a_test: null }
				: { metric, leg, other, value: null, ci: null, not_a_test: instead };
		}),
		remarks: ablation.remarks,
	};
}

function subsetsJson({ subsets }: Ablation): Json {
	if (subsets === undefined) return null;
	const { metric, stratum, whole } = subsets;
	return {
		metric,
		stratum,
		whole,
		any_beats_whole: subsets.subsets.some(({ row }) => row.verdict === 'win'),
		rows: subsets.subsets.map(({ label, row }) => ({
			system: label,
			mean: row.challengerMean,
			delta: row.effect.meanDelta,
			ci: [row.interval.low, row.interval.high],
			...pValues(row, true),
			verdict: row.verdict,
		})),
	};
}

function pValues(row: ComparisonRow, inFamily: boolean): JsonObject {
	return {
		p_randomisation: row.randomisationP,
		p_randomisation_corrected: inFamily ? row.correctedP : null,
		p_studentised: row.rawStudentisedP,
		p_studentised_corrected: inFamily ? row.studentisedP : null,
	};
}
