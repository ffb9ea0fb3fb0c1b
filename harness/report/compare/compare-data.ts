import type { BayesReading } from '../../compare/bayes-readings.ts';
import type { ComparedRow, Comparison } from '../../compare/comparison.ts';
import { questionJson } from '../../compare/question-json.ts';
import type { UnjudgedReading } from '../../compare/unjudged-bounds.ts';
import type { JsonObject } from '../../contract.ts';
import type { Interval } from '../../stats/bootstrap-interval.ts';
import { effectInterval } from '../../stats/effect-interval.ts';
import { clusteringData, clusterOption } from '../cluster-words.ts';
import { toJsonObject } from '../snake-case.ts';
import { bayesData } from './bayes.ts';
import { comparisonAnswers } from './compare-answer.ts';
import { type UnjudgedOutcome, unjudgedData } from './unjudged.ts';

/** Further readings beside a comparison's own numbers. */
export interface CompareReadings {
	readonly unjudged: UnjudgedOutcome;
	/** Where it was asked for; in the order of the comparison's rows. */
	readonly bayes: readonly BayesReading[] | undefined;
}

export const NO_READINGS: CompareReadings = { unjudged: { unavailable: 'not asked for' }, bayes: undefined };

/**
 * The object that `bench compare --json` prints: full precision, null where a test is not defined. `p_<test>` is the p of
 * one row alone, `p_<test>_corrected` that within its family.
 */
export function comparisonData(comparison: Comparison, { unjudged, bayes }: CompareReadings = NO_READINGS): JsonObject {
	const { baseline, challengers, dataset, options } = comparison;
	return toJsonObject({
		answer: comparisonAnswers(comparison).join('\n'),
		question: questionJson(comparison.question),
		baseline: { run: baseline.path, system: baseline.label },
		challengers: challengers.map(({ path, label }) => ({ run: path, system: label })),
		dataset,
		options: {
			allPairs: options.allPairs,
			alpha: options.alpha,
			margin: options.margin ?? null,
			resamples: options.resamples,
			ci: options.ci,
			correction: options.correction,
			power: options.power,
			seed: options.seed,
			...clusterOption(options.clusters),
		},
		notATest: comparison.untested,
		warnings: comparison.warnings,
		unjudgedUnavailable: 'unavailable' in unjudged ? unjudged.unavailable : null,
		rows: comparison.rows.map((row, i) => ({
			...rowData(row, 1 - options.alpha),
			unjudged: unjudgedOf(row, unjudged),
			bayes: bayes === undefined ? undefined : bayesData(bayes[i] as BayesReading),
		})),
		standings: comparison.standings.map(({ systems, groups, ...standing }) => ({
			...standing,
			systems: systems.map(({ label, mean, letters }) => ({ system: label, mean, letters })),
			groups: undefined,
			notToldApart: groups.filter((group) => group.length > 1),
		})),
		movers: comparison.movers.map(({ baselineLabel, ...mover }) => ({ ...mover, baselineSystem: baselineLabel })),
	});
}

function rowData(row: ComparedRow, confidence: number): object {
	const { effect, mde } = row;
	const inFamily = (p: number | undefined): number | null => (row.notATest === undefined ? (p ?? null) : null);
	return {
		metric: row.metric,
		stratum: row.stratum,
		role: row.role,
		baseline: row.baseline,
		challenger: row.challenger,
		n: effect.n,
		...clusteringData(row),
		verdict: row.notATest ?? row.verdict,
		familyVerdict: row.notATest === undefined ? row.familyVerdict : null,
		remark: row.remark ?? null,
		baselineMean: row.baselineMean,
		challengerMean: row.challengerMean,
		delta: effect.meanDelta,
		ci: ends(row.interval),
		ciSimultaneous: ends(row.simultaneous),
		p_delta_le_0: row.shareAtMostZero,
		pRandomisation: row.randomisationP,
		pRandomisationCorrected: inFamily(row.correctedP),
		pStudentised: row.rawStudentisedP,
		pStudentisedCorrected: inFamily(row.studentisedP),
		pT: row.tP ?? null,
		pEquivalence: row.rawEquivalenceP ?? null,
		pEquivalenceCorrected: inFamily(row.equivalenceP),
		sd: effect.sd,
		dZ: effect.dz ?? null,
		dZCi: ends(effectInterval(effect, confidence, row.clustering)),
		wins: effect.wins,
		ties: effect.ties,
		losses: effect.losses,
		fewQueries: row.few,
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
						queriesForMargin: mde.queriesForMargin ?? null,
						...(row.clustering === undefined ? {} : { clustersForMargin: mde.clustersForMargin ?? null }),
					},
	};
}

function ends(interval: Interval | undefined): readonly [number, number] | null {
	return interval === undefined ? null : [interval.low, interval.high];
}

function unjudgedOf(row: ComparedRow, unjudged: UnjudgedOutcome): object | null {
	if ('unavailable' in unjudged || row.role !== 'primary') return null;
	const isOf = (reading: UnjudgedReading): boolean =>
		reading.baseline === row.baseline && reading.challenger === row.challenger;
	const reading = unjudged.readings.find(isOf);
	return reading === undefined ? null : unjudgedData(reading);
}
