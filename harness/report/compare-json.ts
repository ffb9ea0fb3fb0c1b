import type { ComparedRow, Comparison } from '../compare/comparison.ts';
import type { Json, JsonObject } from '../contract.ts';
import { verdictText } from './compare-words.ts';

/** The object that `bench compare --json` prints: full precision, null where a test is not defined. */
export function comparisonJson(comparison: Comparison): JsonObject {
	const { baseline, challengers, dataset, options, untested, warnings, movers } = comparison;
	return {
		baseline: { run: baseline.path, system: baseline.label },
		challengers: challengers.map(({ path, label }) => ({ run: path, system: label })),
		dataset: { name: dataset.name, fingerprint: dataset.fingerprint },
		options: {
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
		movers: movers.map(({ metric, challenger, queryId, stratum, baseline: before, value, delta }) => ({
			metric,
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
	const { effect, couldFind } = row;
	return {
		metric: row.metric,
		stratum: row.stratum,
		challenger: row.challenger,
		n: effect.n,
		verdict: verdictText(row),
		statistical_verdict: row.verdict,
		remark: row.remark ?? null,
		baseline_mean: row.baselineMean,
		challenger_mean: row.challengerMean,
		delta: effect.meanDelta,
		ci: [row.interval.low, row.interval.high],
		p_delta_le_0: row.shareAtMostZero,
		p_randomisation: row.randomisationP,
		p_corrected: row.correctedP,
		p_studentised: row.rawStudentisedP,
		p_studentised_corrected: row.studentisedP,
		p_t: row.tP ?? null,
		p_equivalence: row.rawEquivalenceP ?? null,
		p_equivalence_corrected: row.equivalenceP ?? null,
		sd: effect.sd,
		d_z: effect.dz ?? null,
		wins: effect.wins,
		ties: effect.ties,
		losses: effect.losses,
		few_queries: row.few,
		ceiling: row.ceiling,
		could_find:
			couldFind === undefined
				? null
				: {
						delta: couldFind.delta,
						level: couldFind.level,
						power: couldFind.power,
						queries_for_seen_delta: Number.isFinite(couldFind.queriesForSeen) ? couldFind.queriesForSeen : null,
					},
	};
}
