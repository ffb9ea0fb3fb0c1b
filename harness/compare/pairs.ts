import type { StratifiedBootstrap } from '../stats/bootstrap.ts';
import { columnsOfPair, type MetricColumns } from './columns.ts';
import type { CompareOptions } from './comparison.ts';
import type { RemarksOnPair } from './leg-remarks.ts';
import { bootstrapAll } from './resampling.ts';

/** Two of the systems, by their index. */
export interface Pair {
	readonly baseline: number;
	readonly challenger: number;
	/** Their names in tables. */
	readonly labels: { readonly baseline: string; readonly challenger: string };
	/** The audit's remarks, by metric. */
	readonly remarks: ReadonlyMap<string, RemarksOnPair>;
}

/** A pair on one metric: its columns hold the two systems and no other. */
export interface PairOnMetric {
	readonly pair: Pair;
	readonly columns: MetricColumns;
	readonly resampled: StratifiedBootstrap;
}

/** Every system (by label) against the first, or with `all` every one against every other. */
export function pairsOf(
	systems: readonly string[],
	remarksOn: (baseline: number, challenger: number) => ReadonlyMap<string, RemarksOnPair>,
	all: boolean,
): readonly Pair[] {
	return systems.slice(0, all ? -1 : 1).flatMap((one, baseline) =>
		systems.slice(baseline + 1).map((other, i): Pair => {
			const challenger = baseline + 1 + i;
			return {
				baseline,
				challenger,
				labels: { baseline: one, challenger: other },
				remarks: remarksOn(baseline, challenger),
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
