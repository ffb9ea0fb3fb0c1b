import type { BrokenQueries } from '../compare/gate/broken.ts';
import type { NoiseSource } from '../compare/gate/build-noise.ts';
import type { GateCheck, GateResult } from '../compare/gate/result.ts';
import type { Json, JsonObject } from '../contract.ts';

/** The object that `bench gate --json` prints; `verdict` is pass, fail or inconclusive. */
export function gateJson({
	baseline,
	candidate,
	outcome,
	checks,
	broken,
	options,
	noise,
	warnings,
}: GateResult): JsonObject {
	return {
		verdict: outcome,
		baseline: { run: baseline.path, system: baseline.system },
		candidate: { run: candidate.path, system: candidate.system },
		options: {
			alpha: options.alpha,
			resamples: options.resamples,
			ci: options.ci,
			seed: options.seed,
			power: options.power,
		},
		noise: noiseJson(noise),
		warnings: [...warnings],
		checks: checks.map(checkJson),
		broken: broken.map(brokenJson),
	};
}

/** Where the noise between builds comes from: a second run, or an assumed correlation of scores. */
export function noiseJson(noise: NoiseSource): JsonObject {
	return noise.kind === 'against'
		? { kind: 'against', run: noise.path, system: noise.system }
		: { kind: 'assumed', correlation: noise.correlation };
}

function checkJson(check: GateCheck): Json {
	const base = {
		check: check.kind,
		verdict: check.outcome,
		reason: check.reason,
		baseline: check.baseline ?? null,
		candidate: check.candidate,
	};
	switch (check.kind) {
		case 'drop':
			return {
				...base,
				metric: check.limit.metric,
				stratum: check.limit.stratum ?? 'overall',
				max_drop: check.maxDrop,
				max_drop_auto: check.limit.maxDrop === 'auto',
				delta: check.delta,
				ci: [check.interval.low, check.interval.high],
				n: check.queries,
				few_queries: check.few,
			};
		case 'floor':
			return {
				...base,
				metric: check.limit.metric,
				stratum: check.limit.stratum ?? 'overall',
				min: check.limit.min,
				n: check.queries,
				wrong_failures: check.wrongFailures,
				safe_floor: check.safeFloor,
			};
		case 'latency':
			return {
				...base,
				stage: check.limit.stage,
				statistic: check.limit.statistic,
				max_ratio: check.limit.maxRatio,
				ratio: check.ratio,
				ci: check.interval === undefined ? null : [check.interval.low, check.interval.high],
			};
	}
}

function brokenJson({ metric, lost, gained, queries }: BrokenQueries): Json {
	return {
		metric,
		lost,
		gained,
		queries: queries.map(({ queryId, stratum, before, after }) => ({
			query_id: queryId,
			stratum,
			baseline: before,
			candidate: after,
		})),
	};
}
