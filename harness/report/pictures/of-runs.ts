import type { RunFolder } from '../../run/folder/run-folder.ts';
import type { StagesFigure, TradeoffFigure } from './figure.ts';

/** A run with what tables call it. */
export interface LabelledRun {
	readonly run: RunFolder;
	readonly label: string;
}

/** Quality against latency of the runs that were timed; undefined where none was. */
export function tradeoffOfRuns(
	runs: readonly LabelledRun[],
	metric: string,
	intervalOf: (label: string) => { readonly low: number; readonly high: number } | undefined,
): TradeoffFigure | undefined {
	const systems = runs.flatMap(({ run, label }) => {
		const total = run.timings?.latency.total;
		const quality = run.summary.overall.metrics[metric];
		return total === undefined || quality === undefined
			? []
			: [{ label, quality, ...intervalOf(label), p50: total.p50, p95: total.p95 }];
	});
	return systems.length === 0 ? undefined : { kind: 'tradeoff', metric, systems };
}

/**
 * Mean latency by stage. A stage that only some queries passed (an embedding that came from the cache) counts by their
 * share; what no stage accounts for is `rest`.
 */
export function stagesOfRuns(runs: readonly LabelledRun[]): StagesFigure | undefined {
	const systems = runs.flatMap(({ run, label }) => {
		const { total, ...stages } = run.timings?.latency ?? {};
		if (total === undefined || total.n === 0) return [];
		const parts = Object.entries(stages).map(([name, { mean, n }]) => ({ name, milliseconds: (mean * n) / total.n }));
		const rest = total.mean - parts.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
		return [{ label, stages: rest > 0 ? [...parts, { name: 'rest', milliseconds: rest }] : parts }];
	});
	return systems.length === 0 ? undefined : { kind: 'stages', systems };
}
