import type { Dataset, IndexContext, Query } from '../../contract.ts';
import { latencyByStage } from '../../run/latency.ts';
import { type OpenSystem, openSystem, type System } from '../../run/open-system.ts';
import { inStoreOrder } from '../../run/scopes/visible.ts';
import type { StageTimes } from '../../run/stage-clock.ts';
import type { LatencyStats } from '../../run/timings.ts';

type ByStage = Readonly<Record<string, LatencyStats>>;

/** The latencies of two systems, measured side by side: an entry per repeat. */
export type LatencyRepeats = readonly { readonly baseline: ByStage; readonly candidate: ByStage }[];

export interface SystemToTime {
	readonly system: System;
	/** How many documents it returns per query. */
	readonly depth: number;
}

/**
 * Times two systems in this process over the same queries, `runs` times. Every query is retrieved by both, one right
 * after the other and the first of them in turns, so that whatever slows the machine down slows down both. A whole pass
 * comes before that is not timed: neither system finds the caches warmed by the other.
 */
export async function repeatLatency(
	baseline: SystemToTime,
	candidate: SystemToTime,
	dataset: Dataset,
	context: IndexContext,
	runs: number,
): Promise<LatencyRepeats> {
	const open = ({ system, depth }: SystemToTime): Promise<OpenSystem> =>
		openSystem(system, { dataset, depth, context });
	const before = await open(baseline);
	try {
		const after = await open(candidate);
		try {
			return await alternate(before, after, dataset, context, runs);
		} finally {
			after.close();
		}
	} finally {
		before.close();
	}
}

async function alternate(
	baseline: OpenSystem,
	candidate: OpenSystem,
	dataset: Dataset,
	context: IndexContext,
	runs: number,
): Promise<LatencyRepeats> {
	// A store of a scope is opened once a pass, and before the clock starts.
	const queries = inStoreOrder(dataset).map((index) => dataset.queries[index] as Query);
	const bar = context.progress.start('timing both systems in turns', (runs + 1) * queries.length);
	const repeats: { baseline: ByStage; candidate: ByStage }[] = [];
	try {
		for (let run = 0; run <= runs; run++) {
			const times: { baseline: StageTimes[]; candidate: StageTimes[] } = { baseline: [], candidate: [] };
			for (const [i, query] of queries.entries()) {
				const turns = [
					async () => times.baseline.push((await baseline.retrieve(query)).clock.times),
					async () => times.candidate.push((await candidate.retrieve(query)).clock.times),
				];
				for (const turn of (run + i) % 2 === 0 ? turns : turns.reverse()) await turn();
				bar.advance();
			}
			if (run > 0)
				repeats.push({ baseline: latencyByStage(times.baseline), candidate: latencyByStage(times.candidate) });
		}
	} finally {
		bar.stop();
	}
	return repeats;
}
