import type { RunFolder } from '../run/folder/run-folder.ts';
import type { StratifiedBootstrap } from '../stats/bootstrap.ts';
import { columnsOfPair, type MetricColumns } from './columns.ts';
import type { ComparedRun, CompareOptions } from './comparison.ts';
import { type RemarksOnPair, remarksOnPair } from './leg-remarks.ts';
import { bootstrapAll } from './resampling.ts';

/** Two of the runs, by their index. */
export interface Pair {
	readonly baseline: number;
	readonly challenger: number;
	/** The names of the two runs in tables. */
	readonly labels: { readonly baseline: string; readonly challenger: string };
	/** The audit's remarks, by metric. */
	readonly remarks: ReadonlyMap<string, RemarksOnPair>;
}

/** A pair on one metric: its columns hold the two runs and no other. */
export interface PairOnMetric {
	readonly pair: Pair;
	readonly columns: MetricColumns;
	readonly resampled: StratifiedBootstrap;
}

/** Every run against the first, or with `all` every run against every other. */
export function pairsOf(
	runs: readonly RunFolder[],
	compared: readonly ComparedRun[],
	metrics: readonly string[],
	all: boolean,
): readonly Pair[] {
	return runs.slice(0, all ? -1 : 1).flatMap((run, baseline) =>
		runs.slice(baseline + 1).map((other, i): Pair => {
			const challenger = baseline + 1 + i;
			const label = (index: number): string => compared[index]?.label as string;
			return {
				baseline,
				challenger,
				labels: { baseline: label(baseline), challenger: label(challenger) },
				remarks: remarksOnPair(run, other, metrics),
			};
		}),
	);
}

/** By metric, by pair. All are resampled together, so that metrics over the same queries share their draws. */
export function resamplePairs(
	columns: readonly MetricColumns[],
	pairs: readonly Pair[],
	options: CompareOptions,
): readonly (readonly PairOnMetric[])[] {
	const two = columns.map((column) =>
		pairs.map((pair) => ({ pair, columns: columnsOfPair(column, pair.baseline, pair.challenger) })),
	);
	const resampled = bootstrapAll(
		two.flatMap((ofMetric) => ofMetric.map((entry) => entry.columns)),
		options,
	);
	return two.map((ofMetric, metric) =>
		ofMetric.map((entry, i) => ({
			...entry,
			resampled: resampled[metric * pairs.length + i]?.[0] as StratifiedBootstrap,
		})),
	);
}

/** The sentences about each pair, each once, after the systems that they are about. */
export function sentencesOn(
	pairs: readonly Pair[],
	pick: (remarks: RemarksOnPair) => readonly string[],
	{ allPairs }: CompareOptions,
): readonly string[] {
	return pairs.flatMap(({ labels, remarks }) => {
		const name = allPairs ? `${labels.challenger} against ${labels.baseline}` : labels.challenger;
		return [...new Set([...remarks.values()].flatMap(pick))].map((sentence) => `${name}: ${sentence}`);
	});
}
