import { BenchError } from '../errors.ts';
import type { LatencyStats, RunFolder } from '../results/run-folder.ts';
import type { LatencyLimit } from './limits.ts';
import type { GateCheck } from './result.ts';

/** The candidate's latency as a multiple of the baseline's. One figure each, no interval: a limit wants slack. */
export function latencyCheck(limit: LatencyLimit, baseline: RunFolder, candidate: RunFolder): GateCheck {
	const before = stageOf(baseline, limit.stage)[limit.statistic];
	const after = stageOf(candidate, limit.stage)[limit.statistic];
	const ratio = after === before ? 1 : after / before;
	const within = ratio <= limit.maxRatio;
	return {
		kind: 'latency',
		name: `latency ${limit.stage} ${limit.statistic}`,
		limit,
		baseline: before,
		candidate: after,
		ratio,
		outcome: within ? 'pass' : 'fail',
		reason: `${after.toFixed(3)} ms is ${ratio.toFixed(2)} times the baseline's ${before.toFixed(3)} ms, ${within ? 'within' : 'over'} ${limit.maxRatio}`,
	};
}

function stageOf(run: RunFolder, stage: string): LatencyStats {
	const stats = run.timings?.latency[stage];
	if (stats !== undefined) return stats;
	const known = Object.keys(run.timings?.latency ?? {});
	throw new BenchError('usage', `${run.path} has no latency of the stage "${stage}"`, {
		hint: known.length > 0 ? `It has ${known.join(', ')}.` : 'It has no timings at all.',
	});
}
