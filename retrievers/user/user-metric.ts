import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JudgedRanking, Metric } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { parseMetrics } from '../../harness/metrics/index.ts';
import { type OwnMetricName, ownMetricName } from '../../harness/metrics/own-metric.ts';
import { callUserAtOnce } from './user-call.ts';
import { exportOf } from './user-export.ts';
import { importModule } from './user-module.ts';

/**
 * A metric of the user's: the value, 0..1, of a query's grades by rank (-1 where unjudged) and its judged grades in
 * descending order. `cutoff` is the k of `@k`, Infinity without one.
 */
export type UserMetric = (judged: JudgedRanking, cutoff: number) => number;

/**
 * Metrics by name, the user's own loaded: `recall@10,./mine.ts#f1@10`.
 *
 * @throws BenchError `plugin` for a module or an export that is not there or is no function
 */
export async function loadMetrics(
	names: string | readonly string[],
	options?: Parameters<typeof parseMetrics>[1],
): Promise<readonly Metric[]> {
	return Promise.all(
		parseMetrics(names, options).map(async (metric) => {
			const own = ownMetricName(metric.name);
			return own === undefined ? metric : loadOwn(metric, own);
		}),
	);
}

async function loadOwn(metric: Metric, { module, exported, cutoff }: OwnMetricName): Promise<Metric> {
	const file = resolve(module);
	if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
		throw new BenchError('plugin', `There is no module ${module}`, { hint: `Looked for ${file}.` });
	const score = exportOf(module, await importModule(file), exported);
	if (typeof score !== 'function')
		throw new BenchError('plugin', `${module}: ${exported} is no metric`, {
			hint: 'A metric is a function of ({ grades, ideal }, cutoff) that returns a number from 0 to 1.',
		});
	return {
		...metric,
		score: (judged) => {
			const call = { module, doing: `${exported}()` };
			const value: unknown = callUserAtOnce(call, () => (score as UserMetric)(judged, cutoff));
			if (typeof value === 'number' && value >= 0 && value <= 1) return value;
			throw new BenchError('plugin', `${module}: ${exported}() returned ${String(value)}, not a number from 0 to 1`);
		},
	};
}
