import type { ComparedRow, Comparison } from '../compare/comparison.ts';
import { questionJson } from '../compare/question-json.ts';
import type { Json, JsonObject } from '../contract.ts';
import { comparisonAnswers } from './compare-answer.ts';

/**
 * The object that `bench compare --json` prints: full precision, null where a test is not defined. `p_<test>` is the p of
 * one row alone, `p_<test>_corrected` that within its family.
 */
export function comparisonJson(comparison: Comparison): JsonObject {
	const { baseline, challengers, dataset, options, untested, warnings, movers } = comparison;
	return {
		answer: comparisonAnswers(comparison).join('\n'),
		question: questionJson(comparison.question),
		baseline: { run: baseline.path, system: baseline.label },
		challengers: challengers.map(({ path, label }) => ({ run: path, system: label })),
		dataset: { name: dataset.name, fingerprint: dataset.fingerprint },
		options: {
			all_pairs: options.allPairs,
			alpha: options.alpha,
			margin: options.margin ?? null,
			resamples: options.resamples,
			ci: options.ci,
			correction: options.correction,
			power: options.power,
			seed: options.seed,
		},
		not_a_test: [...untested],
		warnings: [...warnings],
		rows: comparison.rows.map(rowJson),
		standings: comparison.standings.map(({ metric, stratum, role, systems, groups, beats }) => ({
			metric,
			stratum,
			role,
			systems: systems.map(({ label, mean, letters }) => ({ system: label, mean, letters })),
			not_told_apart: groups.filter((group) => group.length > 1).map((group) => [...group]),
			beats: beats.map(({ winner, loser }) => ({ winner, loser })),
		})),
		movers: movers.map(({ metric, baselineLabel, challenger, queryId, stratum, baseline: before, value, delta }) => ({
			metric,
			baseline_system: baselineLabel,
			challenger,
			query_id: queryId,
			stratum,
			baseline: before,
			value,
			delta,
		})),
	};
}

function rowJson(row: ComparedRow): Json {
	const { effect, mde } = row;
	const inFamily = (p: number | undefined): number | null => (row.notATest === undefined ? (p ?? null) : null);
	return {
		metric: row.metric,
		stratum: row.stratum,
		role: row.role,
		baseline: row.baseline,
		challenger: row.challenger,
		n: effect.n,
		verdict: row.notATest ?? row.verdict,
		family_verdict: row.notATest === undefined ? row.familyVerdict : null,
		baseline_mean: row.baselineMean,
		challenger_mean: row.challengerMean,
		delta: effect.meanDelta,
		ci: [row.interval.low, row.interval.high],
		ci_simultaneous: row.simultaneous === undefined ? null : [row.simultaneous.low, row.simultaneous.high],
		p_delta_le_0: row.shareAtMostZero,
		p_randomisation: row.randomisationP,
		p_randomisation_corrected: inFamily(row.correctedP),
		p_studentised: row.rawStudentisedP,
		p_studentised_corrected: inFamily(row.studentisedP),
		p_t: row.tP ?? null,
		p_equivalence: row.rawEquivalenceP ?? null,
		p_equivalence_corrected: inFamily(row.equivalenceP),
		sd: effect.sd,
		d_z: effect.dz ?? null,
		wins: effect.wins,
		ties: effect.ties,
		losses: effect.losses,
		few_queries: row.few,
		ceiling: row.ceiling,
		mde:
			mde === undefined
				? null
				: {
						delta: mde.mde ?? null,
						gain: mde.gain ?? null,
						loss: mde.loss ?? null,
						level: mde.level,
						power: mde.power,
						queries_for_margin: mde.queriesForMargin ?? null,
					},
	};
}
