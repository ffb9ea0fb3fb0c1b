import type { NoiseSource } from '../../compare/gate/build-noise.ts';
import type { GateCheck, GateResult } from '../../compare/gate/result.ts';
import type { JsonObject } from '../../contract.ts';
import { clusteringData, clusterOption } from '../cluster-words.ts';
import { toJsonObject } from '../snake-case.ts';

/** The object that `bench gate --json` prints; `verdict` is pass, fail or inconclusive. */
export function gateData({
	baseline,
	candidate,
	outcome,
	checks,
	broken,
	options,
	noise,
	warnings,
}: GateResult): JsonObject {
	const { alpha, resamples, ci, seed, power } = options;
	return toJsonObject({
		verdict: outcome,
		baseline: { run: baseline.path, system: baseline.system },
		candidate: { run: candidate.path, system: candidate.system },
		options: { alpha, resamples, ci, seed, power, ...clusterOption(options.clusters) },
		noise: noiseData(noise),
		warnings,
		checks: checks.map(checkData),
		broken: broken.map(({ metric, lost, gained, queries }) => ({
			metric,
			lost,
			gained,
			queries: queries.map(({ queryId, stratum, before, after }) => ({
				queryId,
				stratum,
				baseline: before,
				candidate: after,
			})),
		})),
	});
}

/** Where the noise between builds comes from: a second run, or an assumed correlation of scores. */
export function noiseData(noise: NoiseSource): object {
	return noise.kind === 'against'
		? { kind: 'against', run: noise.path, system: noise.system }
		: { kind: 'assumed', correlation: noise.correlation };
}

function checkData(check: GateCheck): object {
	const base = {
		check: check.kind,
		verdict: check.outcome,
		reason: check.reason,
		baseline: check.baseline ?? null,
		candidate: check.candidate,
	};
	const { interval } = check.kind === 'floor' ? { interval: undefined } : check;
	const ci = interval === undefined ? null : [interval.low, interval.high];
	if (check.kind === 'latency') {
		const { stage, statistic, maxRatio } = check.limit;
		return { ...base, stage, statistic, maxRatio, ratio: check.ratio, ci };
	}
	const guarded = { ...base, metric: check.limit.metric, stratum: check.limit.stratum ?? 'overall', n: check.queries };
	return check.kind === 'floor'
		? {
				...guarded,
				min: check.limit.min,
				wrongFailures: check.wrongFailures,
				safeFloor: check.safeFloor,
			}
		: {
				...guarded,
				maxDrop: check.maxDrop,
				maxDropAuto: check.limit.maxDrop === 'auto',
				delta: check.delta,
				ci,
				fewQueries: check.few,
				...clusteringData(check),
			};
}
