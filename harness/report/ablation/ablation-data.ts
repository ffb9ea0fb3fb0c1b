import type { ComparisonRow } from '../../compare/comparison.ts';
import { questionJson } from '../../compare/question-json.ts';
import type { JsonObject } from '../../contract.ts';
import { pipelineToJson } from '../../fusion/pipeline-json.ts';
import type { Ablation, Contribution } from '../../legs/ablation/ablation.ts';
import { notATest } from '../../legs/ablation/testable.ts';
import type { Interval } from '../../stats/bootstrap-interval.ts';
import { legAuditData } from '../audit/audit-data.ts';
import { clusteringData, clusterOption } from '../cluster-words.ts';
import { toJsonObject } from '../snake-case.ts';

/**
 * The content of `ablation.json` and `--format json`: rows, contributions with their verdicts, smaller systems against the
 * whole, Shapley shares, the audit. `p_<test>` is the p of one row alone, `p_<test>_corrected` that within its family.
 */
export function ablationData(ablation: Ablation): JsonObject {
	const { metrics, question, options, cutoff, rows, audits, contributions, remarks } = ablation;
	return {
		...toJsonObject({
			metrics: metrics.map(({ name }) => name),
			cutoff,
			remarks,
			...clusterOption(options.clusters),
		}),
		question: questionJson(question),
		rows: rows.map(({ variant, run }) => ({
			...toJsonObject({ system: variant.label, legs: variant.legs, withoutStages: variant.withoutStages }),
			pipeline: pipelineToJson(variant.pipeline),
			// Metrics and strata are names, as in the summary of a run folder.
			summary: run.summary as unknown as JsonObject,
		})),
		audit: audits.legs.map(legAuditData),
		stage_audit: audits.stages.map(({ stage, verdict, evidence }) => toJsonObject({ stage, verdict, evidence })),
		contributions: contributions.map(contributionData),
		smaller_systems: subsetsData(ablation),
		shapley: sharesData(ablation),
		shapley_differences: differencesData(ablation),
	};
}

function contributionData({ part, without, row, notATest, remark }: Contribution): JsonObject {
	const { metric, stratum, role, effect } = row;
	return toJsonObject({
		part: part.name,
		kind: part.kind,
		without,
		metric,
		stratum,
		role,
		n: effect.n,
		meanWithout: row.baselineMean,
		meanWith: row.challengerMean,
		delta: effect.meanDelta,
		ci: ends(row.interval),
		...pValues(row, notATest === undefined),
		wins: effect.wins,
		ties: effect.ties,
		losses: effect.losses,
		...clusteringData(row),
		verdict: notATest ?? row.verdict,
		familyVerdict: notATest === undefined ? row.familyVerdict : null,
		remark: remark ?? null,
		mde: row.mde?.mde ?? null,
	});
}

function subsetsData({ subsets }: Ablation): JsonObject | null {
	if (subsets === undefined) return null;
	const { metric, stratum, whole } = subsets;
	return toJsonObject({
		metric,
		stratum,
		whole,
		anyBeatsWhole: subsets.subsets.some(({ row }) => row.verdict === 'win'),
		rows: subsets.subsets.map(({ label, row }) => ({
			system: label,
			mean: row.challengerMean,
			delta: row.effect.meanDelta,
			ci: ends(row.interval),
			...pValues(row, true),
			...clusteringData(row),
			verdict: row.verdict,
		})),
	});
}

/** The arithmetic of a leg that cannot matter stands under other names: it is no claim about the leg. */
function sharesData({ shapley, audits, auditsOf }: Ablation): readonly JsonObject[] {
	return shapley.map(({ metric, leg, value, interval }) => {
		const instead = notATest({ kind: 'leg', name: leg }, auditsOf.get(metric) ?? audits);
		const ci = ends(interval);
		return toJsonObject(
			instead === undefined
				? { metric, leg, value, ci, notATest: null }
				: { metric, leg, value: null, ci: null, notATest: instead, untestedValue: value, untestedCi: ci },
		);
	});
}

function differencesData({ shapleyDifferences, audits, auditsOf }: Ablation): readonly JsonObject[] {
	return shapleyDifferences.map(({ metric, leg, other, value, interval }) => {
		const instead = [leg, other]
			.map((name) => notATest({ kind: 'leg', name }, auditsOf.get(metric) ?? audits))
			.find((text) => text !== undefined);
		return toJsonObject(
			instead === undefined
				? { metric, leg, other, value, ci: ends(interval), notATest: null }
				: { metric, leg, other, value: null, ci: null, notATest: instead },
		);
	});
}

/** `inFamily`: the row is one of a family, and has a corrected p. */
function pValues(row: ComparisonRow, inFamily: boolean): Readonly<Record<string, number | null | undefined>> {
	return {
		p_randomisation: row.randomisationP,
		p_randomisation_corrected: inFamily ? row.correctedP : null,
		p_studentised: row.rawStudentisedP,
		p_studentised_corrected: inFamily ? row.studentisedP : null,
	};
}

function ends({ low, high }: Interval): readonly [number, number] {
	return [low, high];
}
