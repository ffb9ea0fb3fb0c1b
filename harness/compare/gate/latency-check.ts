import { BenchError } from '../../errors.ts';
import { machineText } from '../../files/machine.ts';
import { own } from '../../names.ts';
import type { RunFolder } from '../../run/folder/run-folder.ts';
import type { LatencyStats } from '../../run/timings.ts';
import type { LatencyRepeats } from './latency-repeats.ts';
import type { LatencyLimit } from './limits.ts';
import { fewestValues, median, medianInterval } from './median-interval.ts';
import type { LatencyCheck } from './result.ts';

/**
 * The candidate's latency as a multiple of the baseline's.
 *
 * Latency is judged with repeats (both systems in turns, in one process): by the median ratio and its interval, which must
 * lie wholly within the limit to pass and wholly beyond it to fail. The latencies that two runs recorded at two times
 * say too little for that, also on one machine: they make a note.
 */
export function latencyCheck(
	limit: LatencyLimit,
	baseline: RunFolder,
	candidate: RunFolder,
	repeats: LatencyRepeats | undefined,
	alpha: number,
): LatencyCheck {
	return repeats === undefined ? noted(limit, baseline, candidate) : judged(limit, repeats, alpha);
}

function judged(limit: LatencyLimit, repeats: LatencyRepeats, alpha: number): LatencyCheck {
	const { stage, statistic, maxRatio } = limit;
	const before = repeats.map((repeat) => stageOf(repeat.baseline, stage, 'the baseline')[statistic]);
	const after = repeats.map((repeat) => stageOf(repeat.candidate, stage, 'the candidate')[statistic]);
	const ratios = after.map((value, run) => ratioOf(value, before[run] as number));
	const interval = medianInterval(ratios, alpha);
	if (interval === undefined) throw tooFewRepeats(repeats.length, alpha);
	const outcome = interval.high <= maxRatio ? 'pass' : interval.low > maxRatio ? 'fail' : 'inconclusive';
	const said = { pass: 'within', fail: 'over', inconclusive: 'not clearly within or over' }[outcome];
	return {
		kind: 'latency',
		name: nameOf(limit),
		limit,
		baseline: median(before),
		candidate: median(after),
		ratio: median(ratios),
		interval,
		outcome,
		reason: `${median(ratios).toFixed(2)} times the baseline's, the median of ${repeats.length} repeats side by side (${interval.low.toFixed(2)} .. ${interval.high.toFixed(2)}), ${said} ${maxRatio}`,
	};
}

function noted(limit: LatencyLimit, baseline: RunFolder, candidate: RunFolder): LatencyCheck {
	const before = recorded(baseline, limit);
	const after = recorded(candidate, limit);
	const ratio = ratioOf(after, before);
	return {
		kind: 'latency',
		name: nameOf(limit),
		limit,
		baseline: before,
		candidate: after,
		ratio,
		interval: undefined,
		outcome: 'note',
		reason: `${after.toFixed(3)} ms is ${ratio.toFixed(2)} times the baseline's ${before.toFixed(3)} ms, but not judged: ${whyNot(baseline, candidate)}`,
	};
}

function whyNot({ timings: one }: RunFolder, { timings: other }: RunFolder): string {
	const wayOut = '--latency-runs measures both side by side';
	if (one?.machine === undefined || other?.machine === undefined)
		return `a run does not say on which machine it was made (${wayOut})`;
	const [before, after] = [machineText(one.machine), machineText(other.machine)];
	return before === after
		? `the runs were made at different times (${wayOut})`
		: `the machines differ: ${before}; ${after} (${wayOut})`;
}

/** A BenchError where so many repeats have no interval of the median at this level. */
export function requireRepeats(runs: number, alpha: number): void {
	if (runs < fewestValues(alpha)) throw tooFewRepeats(runs, alpha);
}

function tooFewRepeats(runs: number, alpha: number): BenchError {
	return new BenchError('usage', `${runs} repeats of a latency have no ${100 * (1 - alpha)} % interval`, {
		hint: `Write --latency-runs ${fewestValues(alpha)} or more.`,
	});
}

function nameOf({ stage, statistic }: LatencyLimit): string {
	return `latency ${stage} ${statistic}`;
}

function ratioOf(after: number, before: number): number {
	return after === before ? 1 : after / before;
}

function recorded(run: RunFolder, { stage, statistic }: LatencyLimit): number {
	return stageOf(run.timings?.latency ?? {}, stage, run.path)[statistic];
}

function stageOf(latency: Readonly<Record<string, LatencyStats>>, stage: string, whose: string): LatencyStats {
	const stats = own(latency, stage);
	if (stats !== undefined) return stats;
	const known = Object.keys(latency);
	throw new BenchError('usage', `${whose} has no latency of the stage "${stage}"`, {
		hint: known.length > 0 ? `It has ${known.join(', ')}.` : 'It has no timings at all.',
	});
}
