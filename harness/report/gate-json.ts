import type { Json, JsonObject } from '../contract.ts';
import type { GateCheck, GateResult } from '../gate/result.ts';

/** The object that `bench gate --json` prints; `verdict` is pass, fail or inconclusive. */
export function gateJson({ baseline, candidate, outcome, checks, options, warnings }: GateResult): JsonObject {
	return {
		verdict: outcome,
		baseline: { run: baseline.path, system: baseline.system },
		candidate: { run: candidate.path, system: candidate.system },
		options: { alpha: options.alpha, resamples: options.resamples, ci: options.ci, seed: options.seed },
		warnings: [...warnings],
		checks: checks.map(checkJson),
	};
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
				max_drop: check.limit.maxDrop,
				delta: check.delta,
				ci: [check.interval.low, check.interval.high],
				n: check.queries,
				few_queries: check.few,
				queries_needed: check.queriesNeeded ?? null,
			};
		case 'floor':
			return {
				...base,
				metric: check.limit.metric,
				stratum: check.limit.stratum ?? 'overall',
				min: check.limit.min,
				n: check.queries,
			};
		case 'latency':
			return {
				...base,
				stage: check.limit.stage,
				statistic: check.limit.statistic,
				max_ratio: check.limit.maxRatio,
				ratio: check.ratio,
			};
	}
}
